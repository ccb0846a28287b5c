// Which operations of a service the phases of a kind of plan call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/flow/plan_request.h"
#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::flow {

/// The phases of a plan. That of one operation, which is named when a plan is asked for, calls it of nodes and relationships.
std::vector<Phase> phases_of(const PlanRequest& request);

/// What a phase calls of an entity: the first of its operations that is implemented, by the names that it has there.
std::optional<CalledOperation> find_called(const tosca::Topology& topology, tosca::EntityId entity, const Phase& phase);

/// Whether there is anything that the plan calls, in all of the service.
bool calls_anything(const tosca::Topology& topology, const PlanRequest& request);

/// The kinds that are given where something implements what they call, and of which something does. All are looked for at once,
/// and what types have is looked at once.
std::vector<PlanKind> implemented_kinds(const tosca::Topology& topology, const PlanKinds& kinds);

}  // namespace planbuilder::flow
