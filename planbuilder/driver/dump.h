// Looks inside a run: what a stage made, as text that stays the same. Each stage knows itself how it is dumped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/driver/plan_choice.h"
#include "planbuilder/driver/session.h"

namespace planbuilder::driver {

/// In the order in which they follow one another.
std::vector<std::string> stage_names();

/// Nothing when the run does not get so far; what can be shown of an input with errors is shown. The choice is for plans.
std::optional<std::string> dump_stage(std::string_view stage, PlanChoice& choice, const Options& options, Session& session);

}  // namespace planbuilder::driver
