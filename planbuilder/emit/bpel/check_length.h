// Engines compile a process before they run it: one that may be too long or too large for that is worth a warning.
#pragma once

#include "planbuilder/emit/problems.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

/// The longest chain of activities that is known to compile with the stack that Java usually gives (templates/README.md).
inline constexpr std::size_t longest_safe_way = 119;

void check_length(const plan::Plan& plan, Problems& problems);

/// The largest process that is known to run in acceptable time and memory, in activities (templates/README.md).
inline constexpr std::size_t largest_measured = 1000;

void check_size(const plan::Plan& plan, Problems& problems);

}  // namespace planbuilder::emit::bpel
