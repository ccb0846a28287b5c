#include "planbuilder/flow/border.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/provision.h"

namespace planbuilder::flow {

void add_region_provisioning(Flow& flow) {
  const tosca::Region& region = *flow.request.region;
  const std::string why =
      flow.request.kind->subject == Subject::region ? "it belongs to the region '" + region.name + "'" : "it was asked for";
  for (const tosca::NodeId node : region.nodes) {
    if (!flow.activity_of(node)) provision(flow, node, why);
  }
  for (const tosca::RelationshipId id : region.relationships) {
    if (!flow.activity_of(id) && border_of(flow, id).crossing != Crossing::foreign) provision(flow, id, why);
  }
}

}  // namespace planbuilder::flow
