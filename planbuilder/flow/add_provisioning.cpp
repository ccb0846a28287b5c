#include <algorithm>

#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/planned_count.h"
#include "planbuilder/flow/presence.h"

namespace planbuilder::flow {

namespace {

void provision_each(Flow& flow, tosca::EntityId entity, const PlannedCount& planned, const std::string& why) {
  for (std::uint32_t index = 0; index < planned.count; ++index)
    flow.add_activity(entity, Transition::provision, why, planned.indexed ? Flow::Index(index) : std::nullopt);
}

void provision(Flow& flow, tosca::RelationshipId id, const std::string& why) {
  provision_each(flow, id, planned_count(flow, id), why);
}

void provision(Flow& flow, tosca::NodeId id, const std::string& why) {
  const Presence presence = presence_of(flow.topology, id);
  if (presence == Presence::is_selected) {
    const Vertex vertex =
        flow.add_activity(id, Transition::select_strategic, "its directive says that it is selected, not created");
    flow.graph[vertex].strategy = "FirstInstance";
    return;
  }
  const bool runs = presence == Presence::runs_already;
  provision_each(flow, id, planned_count(flow, id), runs ? why + ", and runs already: there is nothing to do" : why);
  for (const Vertex vertex : flow.activities_of(id)) flow.graph[vertex].runs_already = runs;
}

void terminate(Flow& flow, tosca::EntityId entity, const std::string& why) {
  const Vertex vertex = flow.add_activity(entity, Transition::terminate, why);
  flow.graph[vertex].loops = true;
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  if (node == nullptr) return;
  const Presence presence = presence_of(flow.topology, *node);
  if (presence == Presence::made_by_plan) return;
  const bool selected = presence == Presence::is_selected;
  flow.graph[vertex].runs_already = true;
  if (selected) flow.graph[vertex].loops = false;
  flow.graph[vertex].reason +=
      selected ? ", but was selected and not created: it stays" : ", but ran before it was built: it stays";
}

}  // namespace

void add_provisioning(Flow& flow) {
  for (const tosca::NodeId node : flow.topology.nodes.ids()) provision(flow, node, "it is a node of the service");
  for (const tosca::RelationshipId relationship : flow.topology.relationships.ids())
    provision(flow, relationship, "it is a relationship of the service");
}

void add_termination(Flow& flow) {
  for (const tosca::NodeId node : flow.topology.nodes.ids()) terminate(flow, node, "it is a node of the service");
  for (const tosca::RelationshipId relationship : flow.topology.relationships.ids())
    terminate(flow, relationship, "it is a relationship of the service");
}

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

void add_part_termination(Flow& flow) {
  for (const tosca::NodeId node : flow.request.region->nodes) terminate(flow, node, "it was asked for");
  for (const tosca::RelationshipId id : flow.request.region->relationships) terminate(flow, id, "one of its ends goes away");
}

void add_region_termination(Flow& flow) {
  const tosca::Region& region = *flow.request.region;
  if (region.nodes.empty()) return;
  // What stands on nothing else of the region tells its instances apart.
  const auto stands_free = [&](tosca::NodeId node) {
    const auto& incoming = flow.topology.nodes[node].incoming;
    return std::none_of(incoming.begin(), incoming.end(),
                        [&](tosca::RelationshipId id) { return flow.is_inside(flow.topology.relationships[id].source); });
  };
  const auto found = std::find_if(region.nodes.begin(), region.nodes.end(), stands_free);
  const tosca::NodeId anchor = found == region.nodes.end() ? region.nodes.front() : *found;
  const Vertex choice = flow.add_side_activity(anchor, Transition::select_strategic,
                                               "its instance says which instance of the region '" + region.name + "' goes away");
  const auto own = std::find_if(region.strategies.begin(), region.strategies.end(),
                                [&](const tosca::Region::Strategy& strategy) { return strategy.node == anchor; });
  flow.graph[choice].strategy = own == region.strategies.end() ? "LastInstance" : own->name;
  const auto take_away = [&](tosca::EntityId entity) {
    terminate(flow, entity, "it belongs to the region '" + region.name + "'");
    const Vertex vertex = *flow.activity_of(entity);
    flow.graph[vertex].made_with = anchor;
    flow.add_order(choice, vertex,
                   {"choice of the region's instance",
                    "'" + flow.topology.nodes[anchor].name + "' says which instance of the region is meant", region.at});
  };
  for (const tosca::NodeId node : region.nodes) take_away(node);
  for (const tosca::RelationshipId id : region.relationships) {
    if (border_of(flow, id).crossing != Crossing::foreign) take_away(id);
  }
}

}  // namespace planbuilder::flow
