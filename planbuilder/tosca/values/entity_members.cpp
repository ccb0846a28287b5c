#include "planbuilder/tosca/values/entity_members.h"

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

bool has_member(const Topology& topology, EntityId entity, const std::string& name) {
  const TypeId type = topology.type_of(entity);
  return topology.property(entity, name) != nullptr || has_attribute(topology, entity, name) ||
         (type.valid() && find_by_name(topology.types[type].properties, name) != nullptr) || !type.valid();
}

bool has_attribute(const Topology& topology, EntityId entity, const std::string& name) {
  const TypeId type = topology.type_of(entity);
  return topology.attribute(entity, name) != nullptr ||
         (type.valid() && find_by_name(topology.types[type].attributes, name) != nullptr);
}

bool has_part(const Topology& topology, NodeId node, const std::string& name) {
  const TypeId type = topology.nodes[node].type;
  return type.valid() && (find_by_name(topology.types[type].capabilities, name) != nullptr ||
                          find_by_name(topology.types[type].requirements, name) != nullptr);
}

std::string type_of_member(const Topology& topology, EntityId entity, const std::string& name) {
  const TypeId type = topology.type_of(entity);
  if (!type.valid()) return "";
  const ParameterDefinition* found = find_by_name(topology.types[type].properties, name);
  if (found == nullptr) found = find_by_name(topology.types[type].attributes, name);
  return found == nullptr ? "" : found->schema.type.name;
}

bool is_scalar_type(std::string_view type) {
  return type == "string" || type == "integer" || type == "float" || type == "boolean" || type == "timestamp" ||
         type == "version" || type.starts_with("scalar-unit.");
}

const Artifact* find_artifact(const Topology& topology, EntityId entity, const std::string& name) {
  if (const NodeId* node = std::get_if<NodeId>(&entity)) {
    if (const Artifact* own = find_by_name(topology.nodes[*node].artifacts, name)) return own;
  }
  const TypeId type = topology.type_of(entity);
  return type.valid() ? find_by_name(topology.types[type].artifacts, name) : nullptr;
}

std::vector<std::string_view> artifact_names(const Topology& topology, EntityId entity) {
  std::vector<std::string_view> names;
  if (const NodeId* node = std::get_if<NodeId>(&entity)) {
    for (const Artifact& artifact : topology.nodes[*node].artifacts) names.push_back(artifact.name);
  }
  if (const TypeId type = topology.type_of(entity); type.valid()) {
    for (const Artifact& artifact : topology.types[type].artifacts) names.push_back(artifact.name);
  }
  return names;
}

}  // namespace planbuilder::tosca
