// Derives abstract plans from the semantics of relationships and the flow of data.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/flow/plan_request.h"
#include "planbuilder/flow/semantics.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// A part of a service, for plans that build or terminate only that: the nodes, with all that they need (or that needs them, when
/// terminating) if asked for, and the relationships that belong to them.
tosca::Region part_of(const tosca::Topology& topology, const std::vector<tosca::NodeId>& nodes, const PlanKind& kind,
                      bool with_dependencies);

/// Reports what would keep the service from being planned at all: a cycle in the order of its relationships.
/// Much cheaper than planning.
void check_order(const tosca::Topology& topology, const Semantics& semantics, Diagnostics& diagnostics);

/// Nothing when the order would have a cycle; the diagnostic shows it edge by edge.
std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics,
                                   const Semantics& semantics = Semantics::shipped());

/// The same without the flow of data, for those who order by other rules and ask only what is selected and counted.
std::optional<AbstractPlan> derive_without_data(const tosca::Topology& topology, const PlanRequest& request,
                                                Diagnostics& diagnostics, const Semantics& semantics);

}  // namespace planbuilder::flow
