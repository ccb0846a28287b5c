#include "planbuilder/tosca/values/residual_call.h"

namespace planbuilder::tosca {

std::vector<Value> address_of(const Topology& topology, const RepresentedEntity& read, SourceRange at) {
  const bool node = std::holds_alternative<NodeId>(read.entity);
  std::vector<Value> words{{std::string(node ? "node" : "relationship"), at}, {topology.id_of(read.entity), at}};
  if (!is_counted(topology, read.entity)) return words;
  if (auto index = index_value(read.which, at)) words[1] = {List{std::move(words[1]), std::move(*index)}, at};
  return words;
}

std::optional<Value> index_value(Representation which, SourceRange at) {
  switch (which.kind) {
    case Representation::Kind::known: return Value{static_cast<std::int64_t>(which.index), at};
    case Representation::Kind::own: return Value{Call{"get_index", {}}, at};
    case Representation::Kind::unknown: break;
  }
  return std::nullopt;
}

std::optional<EntityId> entity_read_by(const Topology& topology, const Call& call) {
  if (call.arguments.size() < 3 || !call.function.starts_with("get_")) return std::nullopt;
  const List* indexed = call.arguments[1].get_if<List>();
  const std::string id = to_text(indexed != nullptr ? indexed->front() : call.arguments[1]);
  if (to_text(call.arguments[0]) == "node") {
    const NodeId node = topology.find_node(id);
    return node.valid() ? std::optional<EntityId>(node) : std::nullopt;
  }
  const RelationshipId relationship = topology.find_relationship(id);
  return relationship.valid() ? std::optional<EntityId>(relationship) : std::nullopt;
}

std::optional<std::size_t> index_read_by(const Call& call) {
  const List* indexed = call.arguments.size() < 2 ? nullptr : call.arguments[1].get_if<List>();
  const std::int64_t* index = indexed == nullptr || indexed->size() != 2 ? nullptr : indexed->back().get_if<std::int64_t>();
  return index == nullptr ? std::nullopt : std::optional(static_cast<std::size_t>(*index));
}

}  // namespace planbuilder::tosca
