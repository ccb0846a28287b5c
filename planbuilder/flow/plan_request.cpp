#include "planbuilder/flow/plan_request.h"

#include <algorithm>

#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::flow {

namespace {

/// The topology keeps it.
std::shared_ptr<const tosca::Workflow> of_model(const tosca::Workflow* workflow) { return {std::shared_ptr<void>(), workflow}; }

}  // namespace

std::string PlanRequest::name() const {
  if (kind->subject == Subject::workflow || kind->subject == Subject::trigger)
    return plan_name(kind, workflow != nullptr ? workflow->name : "");
  return plan_name(kind, !event.empty() ? event : region != nullptr ? region->name : "");
}

const PlanKind* kind_replaced_by(std::string_view workflow) {
  const PlanKinds& kinds = PlanKinds::shipped();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const PlanKind& kind) { return kind->workflow == workflow; });
  return found == kinds.end() || workflow.empty() ? nullptr : &*found;
}

std::shared_ptr<const tosca::Workflow> find_replacement(const tosca::Topology& topology, const PlanKind& kind) {
  return kind->workflow.empty() ? nullptr : of_model(tosca::find_by_name(topology.workflows, kind->workflow));
}

PlanRequest workflow_plan(const tosca::Workflow& workflow) {
  const PlanKind* replaced = kind_replaced_by(workflow.name);
  return {replaced != nullptr ? *replaced : PlanKinds::shipped().of_workflows(), nullptr, {}, of_model(&workflow)};
}

std::vector<PlanRequest> all_plans(const tosca::Topology& topology) {
  std::vector<PlanRequest> all;
  for (const PlanKind& kind : PlanKinds::shipped()) {
    if (kind->given == Given::always) all.push_back({kind});
  }
  for (const tosca::Region& region : topology.regions) {
    for (const PlanKind& kind : PlanKinds::shipped()) {
      if (kind->subject == Subject::region) all.push_back({kind, &region});
    }
  }
  return all;
}

}  // namespace planbuilder::flow
