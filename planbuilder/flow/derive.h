// Derives abstract plans from the semantics of relationships and the flow of data.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

/// Which plan is wanted.
struct PlanRequest {
  PlanKind kind = PlanKind::build;
  const tosca::Region* region = nullptr;  // of a scale-out

  [[nodiscard]] std::string name() const;
};

/// Every plan that the service can have: build, terminate, one scale-out per region.
std::vector<PlanRequest> all_plans(const tosca::Topology& topology);

/// Reports what would keep the service from being planned at all: a cycle in the order of its relationships.
/// Much cheaper than planning.
void check_order(const tosca::Topology& topology, Diagnostics& diagnostics);

/// Nothing when the order would have a cycle; the diagnostic shows it edge by edge.
std::optional<AbstractPlan> derive(const tosca::Topology& topology, const PlanRequest& request, Diagnostics& diagnostics);

}  // namespace planbuilder::flow
