// What `--on-failure` says: the policy that plans are written with.
#pragma once

#include <optional>
#include <string_view>

#include "planbuilder/plan/plan.h"

namespace planbuilder::cli {

/// "stop", "undo", "retry" or "retry=5". Nothing when it is none of these.
std::optional<plan::Failure> read_on_failure(std::string_view text);

}  // namespace planbuilder::cli
