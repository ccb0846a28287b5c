#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

void order_calls(Flow& flow) {
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) {
    const tosca::Relationship& relationship = flow.topology.relationships[id];
    const auto source = flow.activity_of(relationship.source);
    const auto target = flow.activity_of(relationship.target);
    if (!source || !target || source == target) continue;
    const Rule* known = flow.semantics.find(flow.topology, relationship.type);
    const Rule& rule = known != nullptr ? *known : Semantics::dependency();
    const Order order = rule.order(flow.request.kind);
    if (order == Order::target_first)
      add_order(flow.plan, *target, *source, {rule.name(), {}, relationship.at, id, "what it leads to comes first"});
    if (order == Order::source_first)
      add_order(flow.plan, *source, *target, {rule.name(), {}, relationship.at, id, "what needs it goes first"});
  }
}

}  // namespace planbuilder::flow
