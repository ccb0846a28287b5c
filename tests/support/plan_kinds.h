// The shipped kinds of plans, by name.
#pragma once

#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::kinds {

inline const PlanKind build = PlanKinds::shipped().named("build");
inline const PlanKind terminate = PlanKinds::shipped().named("terminate");
inline const PlanKind scale_out = PlanKinds::shipped().named("scale-out");
inline const PlanKind scale_in = PlanKinds::shipped().named("scale-in");
inline const PlanKind event = PlanKinds::shipped().named("event");
inline const PlanKind workflow = PlanKinds::shipped().named("workflow");

}  // namespace planbuilder::kinds
