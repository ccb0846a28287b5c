#include "planbuilder/flow/passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

Flow::Flow(const tosca::Topology& service, const PlanRequest& wanted, const Semantics& rules, Diagnostics& problems)
    : topology(service), request(wanted), semantics(rules), diagnostics(problems) {
  node_activities_.resize(topology.nodes.size());
  relationship_activities_.resize(topology.relationships.size());
  if (request.region == nullptr) {
    graph.m_vertices.reserve(topology.nodes.size() + topology.relationships.size());
    return;
  }
  inside_.resize(topology.nodes.size(), 0);
  for (const tosca::NodeId node : request.region->nodes) inside_[node] = 1;
}

Vertex Flow::add_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index) {
  const Vertex vertex = add_side_activity(entity, transition, std::move(reason), index);
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  Range& range = node != nullptr ? node_activities_[*node] : relationship_activities_[std::get<tosca::RelationshipId>(entity)];
  if (range.count == 0) range.first = static_cast<std::uint32_t>(vertex);
  ++range.count;
  return vertex;
}

Vertex Flow::add_side_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index) {
  Activity activity;
  activity.id = escape_id(topology.id_of(entity));
  if (index) activity.id += "[" + std::to_string(*index) + "]";
  activity.id += "/" + std::string(to_string(transition));
  if (shares_name(entity)) {
    if (const std::size_t repeat = ++ids_[activity.id]; repeat > 1) activity.id += "#" + std::to_string(repeat);
  }
  activity.entity = entity;
  activity.index = index;
  activity.transition = transition;
  activity.reason = std::move(reason);
  activity.at = topology.at(entity);
  return add_vertex(std::move(activity), graph);
}

/// A relationship may have the name of a node, or that which another one gets.
bool Flow::shares_name(tosca::EntityId entity) const {
  const std::string& name = topology.id_of(entity);
  if (std::holds_alternative<tosca::NodeId>(entity)) return topology.find_relationship(name).valid();
  return topology.find_node(name).valid() || topology.find_relationship(name) != std::get<tosca::RelationshipId>(entity);
}

const Flow::Range& Flow::range_of(tosca::EntityId entity) const {
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  return node != nullptr ? node_activities_[*node] : relationship_activities_[std::get<tosca::RelationshipId>(entity)];
}

std::optional<Vertex> Flow::activity_of(tosca::EntityId entity) const { return activity_of(entity, 0); }

std::optional<Vertex> Flow::activity_of(tosca::EntityId entity, std::size_t index) const {
  const Range& range = range_of(entity);
  if (range.count == 0) return std::nullopt;
  if (!graph[range.first].index) return range.first;
  return index < range.count ? std::optional<Vertex>(range.first + index) : std::nullopt;
}

std::ranges::iota_view<Vertex, Vertex> Flow::activities_of(tosca::EntityId entity) const {
  const Range& range = range_of(entity);
  return {range.first, Vertex{range.first} + range.count};
}

tosca::Representation representation_of(const Activity& activity) {
  if (activity.index) return tosca::Representation::at(*activity.index);
  return activity.loops ? tosca::Representation::own() : tosca::Representation::unknown();
}

void Flow::add_order(Vertex before, Vertex after, Origin origin) {
  // The shorter of the two adjacency lists is searched: a hub has many edges on one side only.
  const bool by_source = out_degree(before, graph) <= in_degree(after, graph);
  if (by_source) {
    for (const GraphEdge edge : boost::make_iterator_range(out_edges(before, graph))) {
      if (target(edge, graph) == after) return graph[edge].origins.push_back(std::move(origin));
    }
  } else {
    for (const GraphEdge edge : boost::make_iterator_range(in_edges(after, graph))) {
      if (source(edge, graph) == before) return graph[edge].origins.push_back(std::move(origin));
    }
  }
  graph[add_edge(before, after, graph).first].origins.push_back(std::move(origin));
}

}  // namespace planbuilder::flow
