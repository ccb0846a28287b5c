#include "planbuilder/tosca/model/topology.h"

#include <algorithm>
#include <array>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge.h"

namespace planbuilder::tosca {

namespace {

// The base type of "is hosted on" in each language.
constexpr std::array<std::string_view, 3> hosting_types = {
    "tosca.relationships.HostedOn", "HostedOn", "{http://docs.oasis-open.org/tosca/ns/2011/12/ToscaBaseTypes}HostedOn"};

const Value* value_of(const Assignment* found) { return found == nullptr ? nullptr : &found->value; }

const Value* assigned(const std::vector<Assignment>& assignments, std::string_view name) {
  return value_of(find_by_name(assignments, name));
}

const Value* default_of(const ParameterDefinition* found) {
  if (found == nullptr) return nullptr;
  return found->value ? &*found->value : found->default_value ? &*found->default_value : nullptr;
}

const Value* default_of(const std::vector<ParameterDefinition>& definitions, std::string_view name) {
  return default_of(find_by_name(definitions, name));
}

/// Handlers too may name an artifact of the entity instead of a file.
void name_handlers(std::shared_ptr<const EventRules>& rules, const std::vector<Artifact>& artifacts) {
  const auto is_name = [&](const EventHandler& handler) {
    return !handler.execute.present && find_by_name(artifacts, handler.execute.file) != nullptr;
  };
  if (!rules || std::none_of(rules->handlers.begin(), rules->handlers.end(), is_name)) return;
  for (EventHandler& handler : edit(rules).handlers) {
    if (is_name(handler)) handler.execute = *find_by_name(artifacts, handler.execute.file);
  }
}

/// What is not there as a file may be the name of one of the entity's artifacts.
void name_artifact(Artifact& used, const std::vector<Artifact>& artifacts) {
  if (used.present) return;
  if (const Artifact* named = find_by_name(artifacts, used.file)) used = *named;
}

}  // namespace

NodeId Topology::find_node(std::string_view node_name) const {
  const auto found = node_names.find(node_name);
  return found == node_names.end() ? NodeId() : found->second;
}

RelationshipId Topology::find_relationship(std::string_view relationship_id) const {
  const auto found = relationship_names.find(relationship_id);
  return found == relationship_names.end() ? RelationshipId() : found->second;
}

TypeId Topology::type_of(EntityId entity) const {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) return nodes[*node].type;
  return relationships[std::get<RelationshipId>(entity)].type;
}

const std::string& Topology::id_of(EntityId entity) const {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) return nodes[*node].name;
  return relationships[std::get<RelationshipId>(entity)].id;
}

SourceRange Topology::at(EntityId entity) const {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) return nodes[*node].at;
  return relationships[std::get<RelationshipId>(entity)].at;
}

bool Topology::is_hosting(RelationshipId relationship) const {
  const TypeId type = relationships[relationship].type;
  return std::any_of(hosting_types.begin(), hosting_types.end(), [&](std::string_view base) { return derives_from(type, base); });
}

const Value* Topology::property(EntityId entity, std::string_view property_name) const {
  if (const Value* own = value_of(long_lists->find(assigned_properties(entity), property_name))) return own;
  const TypeId type = type_of(entity);
  return type.valid() ? default_of(long_lists->find(types[type].properties, property_name)) : nullptr;
}

void Topology::index_properties() {
  auto lists = std::make_shared<LongLists>();
  for (const Node& node : nodes) lists->add(node.properties);
  for (const Relationship& relationship : relationships) lists->add(relationship.properties);
  for (const Type& type : types) lists->add(type.properties);
  long_lists = std::move(lists);
}

const Value* Topology::attribute(EntityId entity, std::string_view attribute_name) const {
  const NodeId* node = std::get_if<NodeId>(&entity);
  const auto& own = node != nullptr ? nodes[*node].attributes : relationships[std::get<RelationshipId>(entity)].attributes;
  if (const Value* value = assigned(own, attribute_name)) return value;
  const TypeId type = type_of(entity);
  return type.valid() ? default_of(types[type].attributes, attribute_name) : nullptr;
}

const Value* Topology::capability_property(NodeId node, std::string_view capability, std::string_view property_name) const {
  if (const CapabilityAssignment* own = find_by_name(nodes[node].capabilities, capability)) {
    if (const Value* value = assigned(own->properties, property_name)) return value;
  }
  const CapabilityDefinition* definition =
      nodes[node].type.valid() ? find_by_name(types[nodes[node].type].capabilities, capability) : nullptr;
  return definition == nullptr ? nullptr : default_of(definition->properties, property_name);
}

const ParameterDefinition* Topology::capability_member(NodeId node, std::string_view capability,
                                                       std::string_view member_name) const {
  const CapabilityDefinition* definition =
      nodes[node].type.valid() ? find_by_name(types[nodes[node].type].capabilities, capability) : nullptr;
  if (definition == nullptr) return nullptr;
  if (const ParameterDefinition* property = find_by_name(definition->properties, member_name)) return property;
  return find_by_name(definition->attributes, member_name);
}

const std::vector<Assignment>& Topology::assigned_properties(EntityId entity) const {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) return nodes[*node].properties;
  return relationships[std::get<RelationshipId>(entity)].properties;
}

std::vector<Interface> Topology::interfaces(EntityId entity) const {
  std::vector<Interface> all;
  std::vector<Artifact> artifacts;
  if (const TypeId type = type_of(entity); type.valid()) {
    all = types[type].interfaces;
    artifacts = types[type].artifacts;
  }
  if (const NodeId* node = std::get_if<NodeId>(&entity)) {
    refine_interfaces(all, nodes[*node].interfaces);
    refine_by_name(artifacts, nodes[*node].artifacts);
  } else {
    refine_interfaces(all, relationships[std::get<RelationshipId>(entity)].interfaces);
  }
  for (Interface& item : all) {
    for (Operation& operation : item.operations) {
      name_handlers(operation.rules, artifacts);
      if (operation.implementation) name_artifact(*operation.implementation, artifacts);
      for (Artifact& dependency : operation.dependencies) name_artifact(dependency, artifacts);
    }
  }
  return all;
}

}  // namespace planbuilder::tosca
