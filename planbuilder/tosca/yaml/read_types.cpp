#include "planbuilder/tosca/yaml/read_types.h"

#include "planbuilder/tosca/yaml/read_artifacts.h"
#include "planbuilder/tosca/yaml/read_constraints.h"
#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_interfaces.h"
#include "planbuilder/tosca/yaml/read_occurrences.h"
#include "planbuilder/tosca/yaml/read_parameters.h"
#include "planbuilder/tosca/yaml/read_values.h"
#include "planbuilder/tosca/yaml/read_workflows.h"

namespace planbuilder::tosca::yaml {

namespace {

using Row = Keyname<TypeDefinition>;
constexpr auto ignore = no_meaning<TypeDefinition>;

std::vector<Reference> read_references(Reader& reader, Node node, std::string_view what) {
  std::vector<Reference> references;
  if (is_empty_section(reader, node, what) || !expect_sequence(reader, node, what)) return references;
  for (const Node item : node.items()) references.push_back(read_reference(reader, item, what));
  return references;
}

/// The keynames by which a type says what it may be joined with.
template <auto Member>
void read_valid(Reader& reader, Node node, TypeDefinition& into) {
  into.*Member = read_references(reader, node, "a list of types");
}
constexpr auto read_valid_ends = read_valid<&TypeDefinition::valid_ends>;

void read_requirement_occurrences(Reader& reader, Node node, RequirementDefinition& into) {
  if (const auto occurrences = read_occurrences(reader, node)) into.occurrences = *occurrences;
}

/// The type, or what is said of the relationships beyond their type.
void read_relationship_of_requirement(Reader& reader, Node node, RequirementDefinition& into) {
  using Definition = RequirementDefinition;
  static constexpr Keyname<Definition> table[] = {
      {"type", since_1_0, optional,
       [](Reader& r, Node n, Definition& d) { d.relationship = read_reference(r, n, "a relationship type"); }},
      {"description", since_1_0, optional, only_text<Definition>},
      {"metadata", since_1_3, optional, only_map<Definition>},
      {"properties", since_2_0, optional,
       [](Reader& r, Node n, Definition& d) { d.relationship_properties = read_named(r, n, "'properties'", read_property); }},
      {"attributes", since_2_0, optional,
       [](Reader& r, Node n, Definition& d) { d.relationship_attributes = read_named(r, n, "'attributes'", read_attribute); }},
      {"interfaces", since_1_0, optional,
       [](Reader& r, Node n, Definition& d) { d.relationship_interfaces = read_interfaces(r, n); }},
  };
  if (node.is_mapping()) {
    read_keynames<Definition>(reader, node, "the relationship of a requirement", table, into);
  } else {
    into.relationship = read_reference(reader, node, "a relationship type");
  }
}

constexpr Keyname<RequirementDefinition> requirement_definition_table[] = {
    {"description", since_1_0, optional, only_text<RequirementDefinition>},
    {"capability", since_1_0, optional,
     [](Reader& r, Node n, RequirementDefinition& d) { d.capability = read_reference(r, n, "a capability type"); }},
    {"node", since_1_0, optional,
     [](Reader& r, Node n, RequirementDefinition& d) { d.node = read_reference(r, n, "a node type"); }},
    {"relationship", since_1_0, optional, read_relationship_of_requirement},
    {"node_filter", since_1_0, optional,
     [](Reader& r, Node n, RequirementDefinition& d) { d.node_filter = read_node_filter(r, n); }},
    {"metadata", since_1_3, optional, only_map<RequirementDefinition>},
    {"occurrences", until_1_3, optional, read_requirement_occurrences},
    {"count_range", since_2_0, optional, read_requirement_occurrences},
};

void read_requirements(Reader& reader, Node node, TypeDefinition& into) {
  constexpr std::string_view what = "the requirements of a node type";
  if (is_empty_section(reader, node, what) || !expect_sequence(reader, node, what)) return;
  for (const Node item : node.items()) {
    if (!expect_mapping(reader, item, "a requirement")) continue;
    for (const auto [key, value] : item.entries()) {
      if (!expect_name(reader, key)) continue;
      RequirementDefinition requirement;
      requirement.name = std::string(key.text());
      requirement.at = key.at();
      if (value.is_scalar()) {
        requirement.capability = read_reference(reader, value, "a capability type");
      } else {
        read_keynames<RequirementDefinition>(reader, value, "a requirement definition", requirement_definition_table,
                                             requirement);
      }
      into.requirements.push_back(std::move(requirement));
    }
  }
  expect_unique_names(reader, into.requirements, "requirement");
}

void read_valid_sources(Reader& reader, Node node, CapabilityDefinition& into) {
  into.valid_source_types = read_references(reader, node, "a list of types");
}

constexpr Keyname<CapabilityDefinition> capability_definition_table[] = {
    {"type", since_1_0, optional,
     [](Reader& r, Node n, CapabilityDefinition& c) { c.type = read_reference(r, n, "a capability type"); }},
    {"description", since_1_0, optional, only_text<CapabilityDefinition>},
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, CapabilityDefinition& c) { c.properties = read_named(r, n, "'properties'", read_property); }},
    {"attributes", since_1_0, optional,
     [](Reader& r, Node n, CapabilityDefinition& c) { c.attributes = read_named(r, n, "'attributes'", read_property); }},
    {"valid_source_types", until_1_3, optional, read_valid_sources},
    {"valid_source_node_types", since_2_0, optional, read_valid_sources},
    {"valid_relationship_types", since_2_0, optional,
     [](Reader& r, Node n, CapabilityDefinition& c) { c.valid_relationship_types = read_references(r, n, "a list of types"); }},
    {"metadata", since_1_3, optional, only_map<CapabilityDefinition>},
    {"occurrences", until_1_3, optional, only_occurrences<CapabilityDefinition>},
};

CapabilityDefinition read_capability_definition(Reader& reader, Node key, Node value) {
  CapabilityDefinition capability;
  capability.name = std::string(key.text());
  capability.at = key.at();
  if (value.is_scalar()) {
    capability.type = read_reference(reader, value, "a capability type");
  } else {
    read_keynames<CapabilityDefinition>(reader, value, "a capability definition", capability_definition_table, capability);
  }
  return capability;
}

// What every kind of type may say.
constexpr Row derived_from{"derived_from", since_1_0, optional, [](Reader& r, Node n, TypeDefinition& t) {
                             if (expect_name(r, n)) t.parent = read_reference(r, n, "'derived_from'");
                           }};
constexpr Row version{"version", since_1_0, optional, only_version<TypeDefinition>};
constexpr Row metadata{"metadata", since_1_0, optional, only_map<TypeDefinition>};
constexpr Row description{"description", since_1_0, optional, only_text<TypeDefinition>};
constexpr Row properties{"properties", since_1_0, optional, [](Reader& r, Node n, TypeDefinition& t) {
                           t.properties = read_named(r, n, "'properties'", read_property);
                         }};
constexpr Row attributes{"attributes", since_1_0, optional, [](Reader& r, Node n, TypeDefinition& t) {
                           t.attributes = read_named(r, n, "'attributes'", read_attribute);
                         }};
constexpr Row interfaces{"interfaces", since_1_0, optional,
                         [](Reader& r, Node n, TypeDefinition& t) { t.interfaces = read_interfaces(r, n); }};

constexpr Row node_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    attributes,
    interfaces,
    {"requirements", since_1_0, optional, read_requirements},
    {"capabilities", since_1_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) {
       t.capabilities = read_named(r, n, "'capabilities'", read_capability_definition);
     }},
    {"artifacts", since_1_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { t.artifacts = read_named(r, n, "'artifacts'", read_artifact); }},
};

constexpr Row relationship_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    attributes,
    interfaces,
    {"valid_target_types", until_1_3, optional, read_valid_ends},
    {"valid_capability_types", since_2_0, optional, read_valid_ends},
    {"valid_source_node_types", since_2_0, optional, read_valid<&TypeDefinition::valid_sources>},
    {"valid_target_node_types", since_2_0, optional, read_valid<&TypeDefinition::valid_targets>},
};

constexpr Row capability_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    attributes,
    {"valid_source_types", until_1_3, optional, read_valid_ends},
    {"valid_source_node_types", since_2_0, optional, read_valid_ends},
    {"valid_relationship_types", since_2_0, optional, read_valid<&TypeDefinition::valid_relationships>},
};

constexpr Row artifact_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    {"mime_type", since_1_0, optional, [](Reader& r, Node n, TypeDefinition&) { read_text(r, n, "'mime_type'"); }},
    {"file_ext", since_1_0, optional, [](Reader& r, Node n, TypeDefinition&) { read_texts(r, n, "'file_ext'"); }},
};

/// Made by the first keyname that only numbers with units have.
ScalarDefinition& scalar_of(TypeDefinition& type, Node node) {
  if (!type.scalar) type.scalar.emplace().at = node.at();
  return *type.scalar;
}

/// `unit: factor`; a prefix may be empty.
std::vector<ScalarDefinition::Multiplier> read_multipliers(Reader& reader, Node node, std::string_view what) {
  std::vector<ScalarDefinition::Multiplier> all;
  if (is_empty_section(reader, node, what) || !expect_mapping(reader, node, what)) return all;
  for (const auto [key, value] : node.entries()) {
    if (expect_scalar(reader, key, "a unit")) all.push_back({std::string(key.text()), read_value(reader, value), key.at()});
  }
  return all;
}

constexpr Row data_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    {"constraints", until_1_3, optional, [](Reader& r, Node n, TypeDefinition& t) { read_constraints(r, n, t.value); }},
    {"validation", since_2_0, optional, [](Reader& r, Node n, TypeDefinition& t) { read_validation(r, n, t.value); }},
    {"key_schema", since_1_3, optional, [](Reader& r, Node n, TypeDefinition& t) { read_key_schema(r, n, t.value); }},
    {"entry_schema", since_1_3, optional, [](Reader& r, Node n, TypeDefinition& t) { read_entry_schema(r, n, t.value); }},
    {"data_type", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { scalar_of(t, n).data_type = read_reference(r, n, "a data type"); }},
    {"units", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { scalar_of(t, n).units = read_multipliers(r, n, "'units'"); }},
    {"prefixes", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { scalar_of(t, n).prefixes = read_multipliers(r, n, "'prefixes'"); }},
    {"canonical_unit", since_2_0, optional,
     [](Reader& r, Node n, TypeDefinition& t) { scalar_of(t, n).canonical_unit = read_reference(r, n, "a unit"); }},
};

constexpr Row group_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    attributes,
    {"interfaces", until_1_2, optional, ignore},
    {"members", since_1_0, optional, read_valid_ends},
    {"requirements", until_1_2, optional, ignore},
    {"capabilities", until_1_2, optional, ignore},
};

constexpr Row policy_type_table[] = {
    derived_from,
    version,
    metadata,
    description,
    properties,
    {"targets", since_1_0, optional, read_valid_ends},
    {"triggers", since_1_1, optional, [](Reader& r, Node n, TypeDefinition& t) { t.triggers = read_triggers(r, n); }},
};

void read_type(Reader& reader, Node value, TypeDefinition& type) {
  const auto read = [&](std::string_view what, std::span<const Row> table) {
    read_keynames<TypeDefinition>(reader, value, what, table, type);
  };
  switch (type.kind) {
    case TypeKind::node: return read("a node type", node_type_table);
    case TypeKind::relationship: return read("a relationship type", relationship_type_table);
    case TypeKind::capability: return read("a capability type", capability_type_table);
    case TypeKind::artifact: return read("an artifact type", artifact_type_table);
    case TypeKind::data: return read("a data type", data_type_table);
    case TypeKind::group: return read("a group type", group_type_table);
    case TypeKind::policy: return read("a policy type", policy_type_table);
    case TypeKind::interface:
      if (expect_mapping(reader, value, "an interface type")) read_interface_type(reader, value, type);
  }
}

/// TOSCA 2.0, 9.2.
void check_data_type(Reader& reader, const TypeDefinition& type) {
  const bool says_something = !type.parent.empty() || !type.value.type.empty() || !type.properties.empty();
  if (says_something || !is_2_0(reader.version) || reader.is_foreign) return;
  reader.diagnostics.error(Code::bad_data_type, type.at,
                           "the data type '" + type.name + "' must derive from another, or have at least one property");
}

}  // namespace

void read_types(Reader& reader, Node section, TypeKind kind, std::vector<TypeDefinition>& into) {
  constexpr std::string_view what = "a section of types";
  if (is_empty_section(reader, section, what) || !expect_mapping(reader, section, what)) return;
  for (const auto [key, value] : section.entries()) {
    if (!expect_name(reader, key)) continue;
    TypeDefinition& type = into.emplace_back();
    type.kind = kind;
    type.name = std::string(key.text());
    type.at = key.at();
    if (!value.is_null()) read_type(reader, value, type);
    if (kind == TypeKind::data) check_data_type(reader, type);
  }
}

}  // namespace planbuilder::tosca::yaml
