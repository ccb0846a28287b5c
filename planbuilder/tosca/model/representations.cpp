#include "planbuilder/tosca/model/representations.h"

#include <charconv>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

std::optional<std::size_t> number_in(const Value& value) {
  const std::string text = to_text(value);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// Several for one representation of the source.
bool is_repeated(const Relationship& relationship) { return !relationship.count->is_null(); }

std::size_t planned_count(const Topology& topology, RelationshipId id) { return known_count(topology, id).value_or(1); }

}  // namespace

bool is_counted(const Topology& topology, EntityId entity) {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) return !topology.nodes[*node].count->is_null();
  const Relationship& relationship = topology.relationships[std::get<RelationshipId>(entity)];
  return is_repeated(relationship) || is_counted(topology, relationship.source);
}

std::optional<std::size_t> known_count(const Topology& topology, const Value& count) {
  if (count.is_null()) return 1;
  const Call* call = count.call();
  if (call == nullptr) return number_in(count);
  const bool reads_input = (call->function == "$get_input" || call->function == "get_input") && call->arguments.size() == 1;
  const ParameterDefinition* input = reads_input ? find_by_name(topology.inputs, to_text(call->arguments[0])) : nullptr;
  return input != nullptr && input->default_value ? number_in(*input->default_value) : std::nullopt;
}

std::optional<std::size_t> known_count(const Topology& topology, NodeId node) {
  return known_count(topology, *topology.nodes[node].count);
}

std::optional<std::size_t> known_count(const Topology& topology, RelationshipId relationship) {
  return known_count(topology, *topology.relationships[relationship].count);
}

Representation source_of(const Topology& topology, RelationshipId id, Representation which) {
  const Relationship& relationship = topology.relationships[id];
  if (!is_counted(topology, relationship.source)) return {};
  if (which.kind == Representation::Kind::known) {
    const std::size_t each = planned_count(topology, id);
    return Representation::at(each == 0 ? 0 : which.index / each);
  }
  return is_repeated(relationship) ? Representation::unknown() : which;
}

std::optional<Representation> target_of(const Topology& topology, RelationshipId id, Representation which) {
  const Relationship& relationship = topology.relationships[id];
  if (!is_counted(topology, relationship.target)) return Representation();
  const Value& index = *relationship.target_index;
  if (index.is_null()) return std::nullopt;
  if (const Call* call = index.call()) {
    if (call->function == "$node_index") return source_of(topology, id, which);
    if (call->function == "$relationship_index") return position_of(topology, id, which);
  }
  const auto number = known_count(topology, index);
  return number ? std::optional(Representation::at(*number)) : std::nullopt;
}

Representation position_of(const Topology& topology, RelationshipId id, Representation which) {
  const Relationship& relationship = topology.relationships[id];
  std::size_t before = 0;
  for (const RelationshipId other : topology.nodes[relationship.source].outgoing) {
    if (other == id) break;
    if (topology.relationships[other].requirement == relationship.requirement) before += planned_count(topology, other);
  }
  if (!is_repeated(relationship)) return Representation::at(before);
  if (which.kind == Representation::Kind::known) {
    const std::size_t each = planned_count(topology, id);
    return Representation::at(before + (each == 0 ? 0 : which.index % each));
  }
  const bool same = before == 0 && !is_counted(topology, relationship.source);
  return same ? which : Representation::unknown();
}

}  // namespace planbuilder::tosca
