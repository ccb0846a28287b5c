#include "planbuilder/flow/workflow/targets.h"

#include <unordered_set>

namespace planbuilder::flow {

Targets::Targets(const tosca::Topology& topology) : topology_(topology) {
  for (const tosca::GroupTemplate& group : topology.groups) groups_.emplace(group.name, &group);
}

bool Targets::is_group(const tosca::Reference& target) const {
  return !topology_.find_node(target.name).valid() && groups_.contains(target.name);
}

std::vector<tosca::NodeId> Targets::nodes_of(const tosca::Reference& target) const {
  std::vector<tosca::NodeId> nodes;
  std::unordered_set<std::string_view> seen;
  std::vector<std::string_view> waiting{target.name};
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const std::string_view name = waiting[next];
    if (!seen.insert(name).second) continue;
    if (const tosca::NodeId node = topology_.find_node(name); node.valid()) {
      nodes.push_back(node);
    } else if (const auto group = groups_.find(name); group != groups_.end()) {
      for (const tosca::Reference& member : group->second->members) waiting.push_back(member.name);
    }
  }
  return nodes;
}

/// By the name of the requirement, or by that of the relationship itself.
std::vector<tosca::RelationshipId> Targets::relationships_of(tosca::NodeId node, const std::string& requirement) const {
  std::vector<tosca::RelationshipId> found;
  for (const tosca::RelationshipId id : topology_.nodes[node].outgoing) {
    if (topology_.relationships[id].requirement == requirement || topology_.relationships[id].id == requirement)
      found.push_back(id);
  }
  return found;
}

std::vector<tosca::EntityId> Targets::find(const tosca::Reference& target, const tosca::Reference& requirement) const {
  std::vector<tosca::EntityId> entities;
  for (const tosca::NodeId node : nodes_of(target)) {
    if (requirement.empty()) {
      entities.emplace_back(node);
    } else {
      for (const tosca::RelationshipId id : relationships_of(node, requirement.name)) entities.emplace_back(id);
    }
  }
  return entities;
}

}  // namespace planbuilder::flow
