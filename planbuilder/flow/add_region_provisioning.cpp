#include "planbuilder/flow/border.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/provision.h"
#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::flow {

void add_region_provisioning(Flow& flow) {
  const tosca::Region& region = *flow.request.region;
  const std::string why =
      flow.request.kind->subject == Subject::region ? "it belongs to the region '" + region.name + "'" : "it was asked for";
  const auto make = [&](const auto id) {
    if (flow.activity_of(id)) return;
    provision(flow, id, why);
    const bool counts_on = flow.request.kind->subject == Subject::region && tosca::is_counted(flow.topology, id);
    for (const ActivityId activity : flow.activities_of(id)) flow[activity].counts_on = counts_on;
  };
  for (const tosca::NodeId node : region.nodes) make(node);
  for (const tosca::RelationshipId id : region.relationships) {
    if (border_of(flow, id).crossing != Crossing::foreign) make(id);
  }
}

}  // namespace planbuilder::flow
