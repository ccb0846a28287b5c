#include "planbuilder/flow/plan_request.h"

#include "planbuilder/plan_kinds/plan_kinds.h"

namespace planbuilder::flow {

std::string PlanRequest::name() const {
  if (kind->subject == Subject::workflow) return plan_name(kind, workflow->name);
  return plan_name(kind, !event.empty() ? event : region != nullptr ? region->name : "");
}

std::vector<PlanRequest> all_plans(const tosca::Topology& topology) {
  std::vector<PlanRequest> all;
  for (const PlanKind& kind : PlanKinds::shipped()) {
    if (kind->is_always_there) all.push_back({kind});
  }
  for (const tosca::Region& region : topology.regions) {
    for (const PlanKind& kind : PlanKinds::shipped()) {
      if (kind->subject == Subject::region) all.push_back({kind, &region});
    }
  }
  return all;
}

}  // namespace planbuilder::flow
