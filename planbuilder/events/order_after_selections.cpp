#include <set>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/draft.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::events {

namespace {

/// The entity itself, what it is joined with, and the machine that it stands on.
std::set<EntityIndex> neighbours(const Model& model, const Scenario& scenario, EntityIndex entity) {
  const tosca::Topology& topology = model.topology();
  std::set<EntityIndex> near{entity};
  const auto add_node = [&](tosca::NodeId node) {
    near.insert(model.walk.index_of(node));
    if (topology.nodes[node].machine.valid()) near.insert(model.walk.index_of(topology.nodes[node].machine));
  };
  const auto add_ends = [&](tosca::RelationshipId id) {
    near.insert(model.walk.index_of(id));
    add_node(topology.relationships[id].source);
    add_node(topology.relationships[id].target);
  };
  if (!model.walk.is_node(entity)) {
    add_ends(std::get<tosca::RelationshipId>(model.walk.entity(entity)));
    return near;
  }
  const tosca::NodeId node = std::get<tosca::NodeId>(model.walk.entity(entity));
  add_node(node);
  for (const tosca::RelationshipId id : topology.nodes[node].outgoing) add_ends(id);
  for (const tosca::RelationshipId id : topology.nodes[node].incoming) {
    if (scenario.contains(model.walk.index_of(id))) add_ends(id);
  }
  return near;
}

/// As relationships have it.
void order_selections(Draft& draft) {
  for (const flow::Edge& edge : draft.scenario.around->edges) {
    const ActivityId from = draft.selections[edge.from];
    const ActivityId to = draft.selections[edge.to];
    if (!from.valid() || !to.valid()) continue;
    for (const flow::Origin& origin : edge.origins) add_order(draft.plan, from, to, origin);
  }
}

void order_after_choice(Draft& draft, EntityIndex entity, ActivityId activity) {
  if (draft.scenario.contains(entity))
    add_order(draft.plan, *draft.chosen, activity,
              {"choice of the region's instance", "it is chosen first", draft.model.at(entity)});
}

void order_after_neighbours(Draft& draft, EntityIndex entity, ActivityId activity) {
  for (const EntityIndex near : neighbours(draft.model, draft.scenario, entity)) {
    const ActivityId selection = draft.parts[near].selection;
    if (!selection.valid()) continue;
    add_order(draft.plan, selection, activity,
              {"selection", "the instance of " + draft.model.name(near) + " must be selected before", draft.model.at(near)});
  }
}

}  // namespace

void order_after_selections(Draft& draft) {
  if (!draft.scenario.around) return;
  order_selections(draft);
  for (std::uint32_t handled = 0; handled < draft.run.handled.size(); ++handled) {
    if (!draft.is_activity(handled) || draft.entity_of(handled) == draft.model.walk.service()) continue;
    const auto order = draft.chosen ? order_after_choice : order_after_neighbours;
    order(draft, draft.entity_of(handled), draft.numbers[handled]);
  }
}

}  // namespace planbuilder::events
