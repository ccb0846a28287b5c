#include "planbuilder/flow/order_ends.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

void order_calls(Flow& flow) {
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) {
    const tosca::Relationship& relationship = flow.topology.relationships[id];
    const auto source = flow.activity_of(relationship.source);
    const auto target = flow.activity_of(relationship.target);
    if (!source || !target) continue;
    const Rule* known = flow.semantics.find(flow.topology, relationship.type);
    const Rule& rule = known != nullptr ? *known : Semantics::dependency();
    order_directly(flow, id, *source, *target, rule.order(flow.request.kind), rule.name());
  }
}

}  // namespace planbuilder::flow
