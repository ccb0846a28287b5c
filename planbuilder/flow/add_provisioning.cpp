#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

void add_all(Flow& flow, Transition transition) {
  for (const tosca::NodeId node : flow.topology.nodes.ids()) flow.add_activity(node, transition, "it is a node of the service");
  for (const tosca::RelationshipId relationship : flow.topology.relationships.ids()) {
    flow.add_activity(relationship, transition, "it is a relationship of the service");
  }
}

}  // namespace

void add_provisioning(Flow& flow) { add_all(flow, Transition::provision); }

void add_termination(Flow& flow) { add_all(flow, Transition::terminate); }

}  // namespace planbuilder::flow
