// The rows that are shipped.
#pragma once

#include "planbuilder/plan_kinds/plan_kind.h"

namespace planbuilder {

std::vector<PlanKindFacts> shipped_plan_kinds();

}  // namespace planbuilder
