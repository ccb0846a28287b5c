#include "planbuilder/flow/find_entity.h"

namespace planbuilder::flow {

std::optional<tosca::EntityId> find_entity(const tosca::Topology& topology, const plan::Entity& entity) {
  if (entity.kind == plan::Entity::Kind::node) {
    const tosca::NodeId node = topology.find_node(entity.id);
    return node.valid() ? std::optional<tosca::EntityId>(node) : std::nullopt;
  }
  const tosca::RelationshipId relationship = topology.find_relationship(entity.id);
  return relationship.valid() ? std::optional<tosca::EntityId>(relationship) : std::nullopt;
}

plan::Entity to_plan_entity(const tosca::Topology& topology, tosca::EntityId entity) {
  const bool node = std::holds_alternative<tosca::NodeId>(entity);
  return {node ? plan::Entity::Kind::node : plan::Entity::Kind::relationship, topology.id_of(entity)};
}

}  // namespace planbuilder::flow
