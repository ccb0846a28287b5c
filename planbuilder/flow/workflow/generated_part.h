// What we plan ourselves for a part of the service, inside of a plan that does a workflow.
#pragma once

#include <vector>

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// The activities of the part, ordered by relationships and data. Where the plan does not make the whole service, what lies
/// around the part is selected.
AbstractPlan generated_part(Flow& flow, const PlanKind& kind, const tosca::Region& part);

}  // namespace planbuilder::flow
