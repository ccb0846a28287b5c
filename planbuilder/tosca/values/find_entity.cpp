#include "planbuilder/tosca/values/find_entity.h"

#include "planbuilder/tosca/values/entity_members.h"

namespace planbuilder::tosca {

namespace {

std::optional<EntityId> find_host(const Topology& topology, NodeId node, const std::string& member) {
  for (std::size_t step = 0; step < topology.nodes.size(); ++step) {
    const RelationshipId below = topology.nodes[node].hosting;
    if (!below.valid()) return std::nullopt;
    node = topology.relationships[below].target;
    if (member.empty() || has_member(topology, node, member) || has_part(topology, node, member)) return node;
  }
  return std::nullopt;
}

}  // namespace

std::optional<EntityId> find_entity(const Topology& topology, const std::optional<EntityId>& self, const std::string& keyword,
                                    const std::string& member) {
  const RelationshipId* relationship = self ? std::get_if<RelationshipId>(&*self) : nullptr;
  if (keyword == "SELF") return self;
  if (keyword == "SOURCE" && relationship != nullptr) return topology.relationships[*relationship].source;
  if (keyword == "TARGET" && relationship != nullptr) return topology.relationships[*relationship].target;
  if (keyword == "HOST" && self && relationship == nullptr) return find_host(topology, std::get<NodeId>(*self), member);
  const NodeId node = topology.find_node(keyword);
  if (node.valid()) return node;
  const RelationshipId named = topology.find_relationship(keyword);
  return named.valid() ? std::optional<EntityId>(named) : std::nullopt;
}

}  // namespace planbuilder::tosca
