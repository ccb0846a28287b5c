#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/terminate.h"

namespace planbuilder::flow {

void add_part_termination(Flow& flow) {
  for (const tosca::NodeId node : flow.request.region->nodes) terminate(flow, node, "it was asked for");
  for (const tosca::RelationshipId id : flow.request.region->relationships) terminate(flow, id, "one of its ends goes away");
}

}  // namespace planbuilder::flow
