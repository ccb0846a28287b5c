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

}  // namespace planbuilder::tosca
