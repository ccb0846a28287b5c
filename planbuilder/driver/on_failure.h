// What `--on-failure` says: the policy that plans are written with.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/plan/plan.h"

namespace planbuilder::driver {

/// "stop", "undo", "retry" or "retry=5". Nothing when it is none of these.
std::optional<plan::Failure> read_on_failure(std::string_view text);

/// As it is read: "retry=3".
std::string to_text(const plan::Failure& failure);

}  // namespace planbuilder::driver
