// Which plan of a service is wanted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/plan_kinds/plan_kind.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

struct PlanRequest {
  PlanKind kind = {};
  const tosca::Region* region = nullptr;  // that the plan is about; of a plan about the service: the part of it, if not all
  std::string event = {};                 // that the plan is about: one of the service, one that is sent, or the operation
  std::shared_ptr<const tosca::Workflow> workflow = {};  // that the plan does: of the model, or made of what a trigger does

  [[nodiscard]] std::string name() const;
};

/// The kind of plan that a workflow of this name takes the place of, whether or not the model writes it out; nullptr for others.
const PlanKind* kind_replaced_by(std::string_view workflow);
/// The model's own workflow for what such a plan does; nullptr where it has none.
std::shared_ptr<const tosca::Workflow> find_replacement(const tosca::Topology& topology, const PlanKind& kind);
/// The plan that does a workflow of the model.
PlanRequest workflow_plan(const tosca::Workflow& workflow);

/// Every plan that relationships can order: those that all services have, and those of each region. Those that call operations
/// are not among them.
std::vector<PlanRequest> all_plans(const tosca::Topology& topology);

}  // namespace planbuilder::flow
