#include "planbuilder/events/walk.h"

#include <algorithm>

namespace planbuilder::events {

using tosca::EventStep;

EntityIndex Walk::index_of(tosca::EntityId entity) const {
  if (const auto* node = std::get_if<tosca::NodeId>(&entity)) return EntityIndex(node->index());
  return EntityIndex(topology_.nodes.size() + std::get<tosca::RelationshipId>(entity).index());
}

tosca::EntityId Walk::entity(EntityIndex index) const {
  if (is_node(index)) return tosca::NodeId(index.index());
  return tosca::RelationshipId(index.index() - topology_.nodes.size());
}

PathId Walk::add(std::vector<EventStep> steps) {
  paths_.push_back({std::move(steps), {}, {}});
  return PathId(paths_.size() - 1);
}

Reach Walk::follow(EntityIndex from, PathId id) {
  Path& path = paths_[id.index()];
  if (path.spans.empty()) path.spans.resize(service().index() + 1);
  if (path.spans[from.index()].first == Span::unfollowed) {
    const std::vector<EntityIndex> found = lead(from, path.steps);
    path.spans[from.index()] = {static_cast<std::uint32_t>(path.entities.size()), static_cast<std::uint32_t>(found.size())};
    path.entities.insert(path.entities.end(), found.begin(), found.end());
  }
  const Span span = path.spans[from.index()];
  return {path.entities, span.first, span.count};
}

std::vector<EntityIndex> Walk::lead(EntityIndex from, const std::vector<EventStep>& steps) {
  std::vector<EntityIndex> here{from};
  const EventStep* capability = nullptr;  // the step before was one: its relationships are meant
  for (const EventStep& step : steps) {
    std::vector<EntityIndex> next;
    switch (step.kind) {
      case EventStep::Kind::self: next = std::move(here); break;
      case EventStep::Kind::node:
        for (const tosca::NodeId node : topology_.nodes.ids()) {
          if (step.all()) next.emplace_back(node.index());
        }
        if (const tosca::NodeId named = step.all() ? tosca::NodeId() : topology_.find_node(step.name); named.valid())
          next.emplace_back(named.index());
        break;
      case EventStep::Kind::capability: capability = &step; continue;
      case EventStep::Kind::relationship:
      case EventStep::Kind::source:
      case EventStep::Kind::target:
        for (const EntityIndex entity : here) {
          std::vector<EntityIndex> joints;
          if (capability != nullptr) {
            if (is_node(entity)) add_incoming(entity, capability->name, joints);
          } else if (is_node(entity)) {
            if (step.kind == EventStep::Kind::relationship) add_outgoing(entity, step, joints);
          } else if (entity != service()) {
            joints.push_back(entity);
          }
          if (step.kind == EventStep::Kind::relationship) {
            if (capability != nullptr && step.index)
              joints = *step.index < joints.size() ? std::vector{joints[*step.index]} : std::vector<EntityIndex>();
            next.insert(next.end(), joints.begin(), joints.end());
            continue;
          }
          for (const EntityIndex joint : joints) {
            const auto& relationship = topology_.relationships[std::get<tosca::RelationshipId>(this->entity(joint))];
            const bool to_source = step.kind == EventStep::Kind::source;
            next.emplace_back((to_source ? relationship.source : relationship.target).index());
          }
        }
        capability = nullptr;
        break;
    }
    drop_repeats(next);
    here = std::move(next);
  }
  return here;
}

void Walk::add_incoming(EntityIndex node, const std::string& capability, std::vector<EntityIndex>& found) const {
  for (const tosca::RelationshipId id : topology_.nodes[tosca::NodeId(node.index())].incoming) {
    const std::string& name = topology_.relationships[id].capability;
    if (capability.empty() || name.empty() || name == capability) found.push_back(index_of(id));
  }
}

void Walk::add_outgoing(EntityIndex node, const EventStep& step, std::vector<EntityIndex>& found) const {
  std::size_t number = 0;
  for (const tosca::RelationshipId id : topology_.nodes[tosca::NodeId(node.index())].outgoing) {
    if (!step.all() && topology_.relationships[id].requirement != step.name) continue;
    if (!step.index || *step.index == number) found.push_back(index_of(id));
    ++number;
  }
}

void Walk::drop_repeats(std::vector<EntityIndex>& entities) {
  if (entities.size() < 2) return;
  if (seen_.empty()) seen_.resize(service().index() + 1, 0);
  ++stamp_;
  std::erase_if(entities, [&](EntityIndex entity) { return std::exchange(seen_[entity.index()], stamp_) == stamp_; });
}

}  // namespace planbuilder::events
