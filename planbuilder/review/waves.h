// Waves: which activities can run at once, and how long the longest chain is.
#pragma once

#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// Wave n holds what can start when all waves before it are done, and not earlier.
std::vector<std::vector<plan::ActivityId>> waves_of(const plan::Plan& plan);

/// A longest chain of activities, each of which waits for the one before; of several the one declared first.
std::vector<plan::ActivityId> critical_path(const plan::Plan& plan);

}  // namespace planbuilder::review
