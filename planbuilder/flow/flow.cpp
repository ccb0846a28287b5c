#include "planbuilder/flow/flow.h"

#include "planbuilder/support/text.h"

namespace planbuilder::flow {

Flow::Flow(const tosca::Topology& service, const PlanRequest& wanted, const Semantics& rules, Diagnostics& problems)
    : topology(service), request(wanted), semantics(rules), diagnostics(problems) {
  plan.name = request.name();
  plan.kind = request.kind;
  node_activities_.resize(topology.nodes.size());
  relationship_activities_.resize(topology.relationships.size());
  if (request.region == nullptr) {
    plan.activities.reserve(topology.nodes.size() + topology.relationships.size());
    plan.edges.reserve(2 * topology.relationships.size());
    return;
  }
  inside_.resize(topology.nodes.size(), 0);
  for (const tosca::NodeId node : request.region->nodes) inside_[node] = 1;
}

ActivityId Flow::add_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index) {
  const ActivityId id = add_side_activity(entity, transition, std::move(reason), index);
  Range& range = range_of(entity);
  if (range.count == 0) range.first = static_cast<std::uint32_t>(id.index());
  ++range.count;
  return id;
}

ActivityId Flow::adopt(Activity activity) {
  Range& range = range_of(activity.entity);
  activity.id = unique_id(std::move(activity.id));
  const ActivityId id = plan.activities.add(std::move(activity));
  if (range.count == 0) range.first = static_cast<std::uint32_t>(id.index());
  if (range.first + range.count == id.index()) ++range.count;  // what is done a second time is known by the first
  return id;
}

std::string Flow::unique_id(std::string id) {
  if (const std::size_t repeat = ++ids_[id]; repeat > 1) id += "#" + std::to_string(repeat);
  return id;
}

ActivityId Flow::add_side_activity(tosca::EntityId entity, Transition transition, std::string reason, Index index) {
  Activity activity;
  activity.id = escape_id(topology.id_of(entity));
  if (index) activity.id += "[" + std::to_string(*index) + "]";
  activity.id += "/" + std::string(to_string(transition));
  // Steps of workflows may have any name.
  if (request.workflow != nullptr || shares_name(entity)) activity.id = unique_id(std::move(activity.id));
  activity.entity = entity;
  activity.index = index;
  activity.transition = transition;
  activity.reason = std::move(reason);
  activity.at = topology.at(entity);
  return plan.activities.add(std::move(activity));
}

/// A relationship may have the name of a node, or that which another one gets.
bool Flow::shares_name(tosca::EntityId entity) const {
  const std::string& name = topology.id_of(entity);
  if (std::holds_alternative<tosca::NodeId>(entity)) return topology.find_relationship(name).valid();
  return topology.find_node(name).valid() || topology.find_relationship(name) != std::get<tosca::RelationshipId>(entity);
}

Flow::Range& Flow::range_of(tosca::EntityId entity) {
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  return node != nullptr ? node_activities_[*node] : relationship_activities_[std::get<tosca::RelationshipId>(entity)];
}

const Flow::Range& Flow::range_of(tosca::EntityId entity) const {
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  return node != nullptr ? node_activities_[*node] : relationship_activities_[std::get<tosca::RelationshipId>(entity)];
}

std::optional<ActivityId> Flow::activity_of(tosca::EntityId entity) const { return activity_of(entity, 0); }

std::optional<ActivityId> Flow::activity_of(tosca::EntityId entity, std::size_t index) const {
  const Range& range = range_of(entity);
  if (range.count == 0) return std::nullopt;
  const ActivityId first(range.first);
  if (!plan.activities[first].index) return first;
  return index < range.count ? std::optional(ActivityId(range.first + index)) : std::nullopt;
}

}  // namespace planbuilder::flow
