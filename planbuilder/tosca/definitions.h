// What definitions files say, before names are resolved: the common form that every front end reads into.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "planbuilder/support/source.h"
#include "planbuilder/support/value.h"

namespace planbuilder::tosca {

/// A name that refers to something, and where it does.
struct Reference {
  std::string name;
  SourceRange at = {};

  [[nodiscard]] bool empty() const { return name.empty(); }
};

enum class TypeKind : std::uint8_t { artifact, data, capability, interface, relationship, node, group, policy };
std::string_view to_string(TypeKind kind);

/// The type of a value: a primitive or a data type; of collections also that of their entries.
struct Schema {
  Reference type;
  std::string entry_type;
};

/// A property, attribute, input or output as it is defined.
struct ParameterDefinition {
  std::string name;
  Schema schema;
  std::optional<Value> default_value;
  std::optional<Value> value;  // outputs, and parameters with a fixed value
  bool required = true;
  std::string description;
  SourceRange at = {};
};

/// A named value as it is assigned.
struct Assignment {
  std::string name;
  Value value;
  SourceRange at = {};
};

struct Artifact {
  std::string name;
  Reference type;
  std::string file;      // as written, until resolve_artifacts makes it relative to the root
  bool present = false;  // the archive has the file
  SourceRange at = {};
};

/// An output of an operation that becomes an attribute: `[SELF, port]`.
struct OutputAssignment {
  std::string output;
  std::string entity;  // SELF, SOURCE, TARGET or the name of a node
  std::vector<std::string> attribute;
  SourceRange at = {};
};

struct Operation {
  std::string name;
  std::optional<Artifact> implementation;
  std::vector<Artifact> dependencies;
  std::optional<std::uint32_t> timeout;
  std::string operation_host;
  std::vector<ParameterDefinition> inputs;
  std::vector<OutputAssignment> outputs;
  SourceRange at = {};
};

struct Interface {
  std::string name;
  Reference type;
  std::vector<ParameterDefinition> inputs;  // of every operation
  std::vector<Operation> operations;
  SourceRange at = {};
};

struct CapabilityDefinition {
  std::string name;
  Reference type;
  std::vector<Assignment> properties;  // in templates
  SourceRange at = {};
};

/// How often something may occur.
struct Occurrences {
  std::uint64_t minimum = 1;
  std::optional<std::uint64_t> maximum = 1;  // none: unbounded
};

struct RequirementDefinition {
  std::string name;
  Reference capability;
  Reference node;
  Reference relationship;
  Occurrences occurrences;
  SourceRange at = {};
};

struct TypeDefinition {
  TypeKind kind = TypeKind::node;
  std::string name;
  Reference parent;
  std::vector<ParameterDefinition> properties;
  std::vector<ParameterDefinition> attributes;
  std::vector<CapabilityDefinition> capabilities;
  std::vector<RequirementDefinition> requirements;
  std::vector<Interface> interfaces;
  std::vector<Artifact> artifacts;
  SourceRange at = {};
};

struct RequirementAssignment {
  std::string name;
  Reference node;
  Reference capability;
  Reference relationship;              // a template or a type
  std::vector<Assignment> properties;  // of the relationship
  std::vector<Interface> interfaces;   // of the relationship
  SourceRange at = {};
};

struct NodeTemplate {
  std::string name;
  Reference type;
  std::vector<std::string> directives;
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  std::vector<CapabilityDefinition> capabilities;
  std::vector<RequirementAssignment> requirements;
  std::vector<Interface> interfaces;
  std::vector<Artifact> artifacts;
  SourceRange at = {};
};

struct RelationshipTemplate {
  std::string name;
  Reference type;
  std::vector<Assignment> properties;
  std::vector<Assignment> attributes;
  std::vector<Interface> interfaces;
  // XML names both ends here; in YAML a requirement leads to the template.
  Reference source;
  Reference target;
  SourceRange at = {};
};

struct PolicyTemplate {
  std::string name;
  Reference type;
  std::vector<Assignment> properties;
  std::vector<Reference> targets;
  SourceRange at = {};
};

/// A scale-out region as XML tags write it: `nodes;relationships;Strategy[Node],...`.
struct RegionTag {
  std::string name;
  std::string text;
  SourceRange at = {};
};

struct ServiceTemplate {
  std::string name;
  std::string description;
  std::vector<ParameterDefinition> inputs;
  std::vector<ParameterDefinition> outputs;
  std::vector<NodeTemplate> nodes;
  std::vector<RelationshipTemplate> relationships;
  std::vector<PolicyTemplate> policies;
  std::vector<RegionTag> regions;
  SourceRange at = {};
};

/// XML keeps implementations apart from types: an artifact for some or all operations of a type.
struct TypeImplementation {
  std::string name;
  Reference type;
  std::string interface;  // empty: every interface
  std::string operation;  // empty: every operation
  Reference artifact_type;
  Reference artifact_template;
  SourceRange at = {};
};

struct ArtifactTemplate {
  std::string name;
  Reference type;
  std::vector<std::string> files;
  SourceRange at = {};
};

/// What one file says.
struct Definitions {
  std::string namespace_uri;
  std::vector<TypeDefinition> types;
  std::vector<TypeImplementation> implementations;
  std::vector<ArtifactTemplate> artifact_templates;
  std::optional<ServiceTemplate> service;
};

}  // namespace planbuilder::tosca
