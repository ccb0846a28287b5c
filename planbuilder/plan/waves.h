// Waves: which activities can run at once, and how long the longest chain is.
#pragma once

#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::plan {

/// Wave n holds what can start when all waves before it are done, and not earlier.
std::vector<std::vector<ActivityId>> waves_of(const Plan& plan);

/// A longest chain of activities, each of which waits for the one before; of several the one declared first.
std::vector<ActivityId> critical_path(const Plan& plan);

}  // namespace planbuilder::plan
