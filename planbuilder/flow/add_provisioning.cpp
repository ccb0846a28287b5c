#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/provision.h"

namespace planbuilder::flow {

void add_provisioning(Flow& flow) {
  for (const tosca::NodeId node : flow.topology.nodes.ids()) provision(flow, node, "it is a node of the service");
  for (const tosca::RelationshipId relationship : flow.topology.relationships.ids())
    provision(flow, relationship, "it is a relationship of the service");
}

}  // namespace planbuilder::flow
