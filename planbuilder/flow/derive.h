// Derives abstract plans from the semantics of relationships and the flow of data.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/flow/semantics.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// Which plan is wanted.
struct PlanRequest {
  PlanKind kind = {};
  const tosca::Region* region = nullptr;  // that the plan is about; of a plan about the service: the part of it, if not all
  std::string event = {};                 // that the plan is about: one of the service, or one that is sent to every node

  [[nodiscard]] std::string name() const;
};

/// Every plan that relationships can order: those that all services have, and those of each region.
std::vector<PlanRequest> all_plans(const tosca::Topology& topology);

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

}  // namespace planbuilder::flow
