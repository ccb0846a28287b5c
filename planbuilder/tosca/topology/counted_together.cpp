#include "planbuilder/tosca/topology/counted_together.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::tosca {

namespace {

bool joins_by_index(const Topology& topology, RelationshipId id) {
  const Relationship& relationship = topology.relationships[id];
  const Call* call = relationship.target_index->call();
  if (call == nullptr || call->function != "$node_index" || !relationship.count->is_null()) return false;
  if (!is_counted(topology, relationship.source) || !is_counted(topology, relationship.target)) return false;
  const auto sources = known_count(topology, relationship.source);
  return sources && sources == known_count(topology, relationship.target);
}

bool is_index(const Value& value) { return value.call() != nullptr && value.call()->function == "$node_index"; }

bool picks_from_input(const Value& value) {
  bool found = false;
  for_each_call(value, [&](const Call& call, const Value&) {
    found = found || (call.function == "$get_input" && std::any_of(call.arguments.begin(), call.arguments.end(), is_index));
  });
  return found;
}

bool picks_from_input(const ParameterDefinition& input) { return input.value && picks_from_input(*input.value); }

bool has_such_input(const Interface& item) {
  return std::any_of(item.operations.begin(), item.operations.end(), [](const Operation& operation) {
    return std::any_of(operation.inputs.begin(), operation.inputs.end(),
                       [](const ParameterDefinition& input) { return picks_from_input(input); });
  });
}

}  // namespace

bool picks_from_inputs(const Topology& topology, NodeId node) {
  const auto& properties = topology.nodes[node].properties;
  const auto& interfaces = topology.nodes[node].interfaces;
  return std::any_of(properties.begin(), properties.end(),
                     [](const Assignment& property) { return picks_from_input(property.value); }) ||
         std::any_of(interfaces.begin(), interfaces.end(), has_such_input);
}

std::vector<NodeId> counted_together(const Topology& topology, NodeId node) {
  std::vector<NodeId> together{node};
  std::unordered_set<NodeId> known{node};
  for (std::size_t next = 0; next < together.size(); ++next) {
    const NodeId here = together[next];
    for (const auto* touching : {&topology.nodes[here].outgoing, &topology.nodes[here].incoming}) {
      for (const RelationshipId id : *touching) {
        const Relationship& relationship = topology.relationships[id];
        const NodeId other = relationship.source == here ? relationship.target : relationship.source;
        if (joins_by_index(topology, id) && known.insert(other).second) together.push_back(other);
      }
    }
  }
  return together;
}

}  // namespace planbuilder::tosca
