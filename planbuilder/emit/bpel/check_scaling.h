// What people must know of regions that scale, since a process does not see to it.
#pragma once

#include "planbuilder/emit/problems.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::emit::bpel {

/// A plan that builds does not go on with those that scale: who starts it does.
void tell_initial_numbers(const plan::Plan& plan, Problems& problems);

/// For an engine that keeps the instances itself, and so does not ask whether one more or fewer is too many.
void tell_limits_not_kept(const plan::Plan& plan, Problems& problems);

}  // namespace planbuilder::emit::bpel
