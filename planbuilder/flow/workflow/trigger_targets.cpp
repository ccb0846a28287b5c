#include "planbuilder/flow/workflow/trigger_targets.h"

#include <algorithm>
#include <unordered_set>

namespace planbuilder::flow {

using tosca::NodeId;
using tosca::Reference;
using tosca::TypeId;

TriggerTargets::TriggerTargets(const tosca::Topology& topology)
    : topology_(topology), targets_(topology), policy_types_(topology) {
  if (topology.policies.empty()) return;
  for (const NodeId id : topology.nodes.ids()) {
    if (const TypeId type = topology.nodes[id].type; type.valid()) nodes_by_type_[type.index()].push_back(id);
  }
}

bool TriggerTargets::is_filtered_by_type(const tosca::Trigger& trigger) const {
  return !trigger.watched.empty() && !topology_.find_node(trigger.watched.name).valid();
}

std::vector<Reference> TriggerTargets::types_of(const PolicyTrigger& from) const {
  if (is_filtered_by_type(*from.trigger)) return {from.trigger->watched};
  const TypeId type = policy_types_.of(*from.policy);
  return type.valid() ? topology_.types[type].valid_ends : std::vector<Reference>();
}

bool TriggerTargets::are_named(const PolicyTrigger& from) const {
  return !from.policy->targets.empty() || !types_of(from).empty();
}

void TriggerTargets::add_nodes(const Reference& type, std::vector<Reference>& into) const {
  std::vector<NodeId> nodes;
  for (const auto& [id, all] : nodes_by_type_) {
    if (topology_.derives_from(TypeId(id), type.name)) nodes.insert(nodes.end(), all.begin(), all.end());
  }
  std::sort(nodes.begin(), nodes.end());
  for (const NodeId node : nodes) into.push_back({topology_.nodes[node].name, type.at});
}

void TriggerTargets::add_groups(const Reference& type, std::vector<Reference>& into) const {
  for (const TypeId id : topology_.types.ids()) {
    if (topology_.types[id].kind != tosca::TypeKind::group || !topology_.derives_from(id, type.name)) continue;
    for (const tosca::GroupTemplate& group : topology_.groups) {
      if (group.type.name == topology_.types[id].name) into.push_back({group.name, type.at});
    }
  }
}

std::vector<Reference> TriggerTargets::find(const PolicyTrigger& from) const {
  if (!from.policy->targets.empty()) return from.policy->targets;
  std::vector<Reference> found;
  for (const Reference& type : types_of(from)) {
    add_nodes(type, found);
    add_groups(type, found);
  }
  return found;
}

std::vector<NodeId> TriggerTargets::nodes_of(const PolicyTrigger& from) const {
  std::vector<NodeId> nodes;
  std::unordered_set<std::size_t> seen;
  const bool by_type = is_filtered_by_type(*from.trigger);
  for (const Reference& target : find(from)) {
    for (const NodeId node : targets_.nodes_of(target)) {
      const bool fits = !by_type || topology_.derives_from(topology_.nodes[node].type, from.trigger->watched.name);
      if (fits && seen.insert(node.index()).second) nodes.push_back(node);
    }
  }
  return nodes;
}

}  // namespace planbuilder::flow
