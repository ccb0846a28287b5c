#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/terminate.h"

namespace planbuilder::flow {

void add_termination(Flow& flow) {
  for (const tosca::NodeId node : flow.topology.nodes.ids()) terminate(flow, node, "it is a node of the service");
  for (const tosca::RelationshipId relationship : flow.topology.relationships.ids())
    terminate(flow, relationship, "it is a relationship of the service");
}

}  // namespace planbuilder::flow
