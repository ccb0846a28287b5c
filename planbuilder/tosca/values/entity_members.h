// What an entity has by its type or its template: properties, attributes, parts and artifacts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// A property or attribute; of an entity whose type is not known, anything.
bool has_member(const Topology& topology, EntityId entity, const std::string& name);
bool has_attribute(const Topology& topology, EntityId entity, const std::string& name);
/// A capability or requirement of that name.
bool has_part(const Topology& topology, NodeId node, const std::string& name);

/// As it is written; empty where it is not known.
std::string type_of_member(const Topology& topology, EntityId entity, const std::string& name);
/// Values of the type have no parts that a path could lead to.
bool is_scalar_type(std::string_view type);

const Artifact* find_artifact(const Topology& topology, EntityId entity, const std::string& name);
std::vector<std::string_view> artifact_names(const Topology& topology, EntityId entity);

}  // namespace planbuilder::tosca
