// Finds the activity that a user means.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::driver {

/// By its id, or by the id of its entity where that has one activity only. What is not there is reported with the nearest.
std::optional<plan::ActivityId> find_activity(const plan::Plan& plan, const std::string& name, Diagnostics& diagnostics);

}  // namespace planbuilder::driver
