// What scaling a region means for its plans: whose instances tell its instances apart, and how many there may be.
#pragma once

#include <vector>

#include "planbuilder/flow/plan_request.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::flow {

/// The node whose instances are those of the region: the first that nothing else of the region stands on.
tosca::NodeId anchor_of(const tosca::Topology& topology, const tosca::Region& region);

/// What a plan must know of limits: of the region that it scales; of all regions if it makes the service.
std::vector<plan::Scaling> scaling_of(const tosca::Topology& topology, const PlanRequest& request);

}  // namespace planbuilder::flow
