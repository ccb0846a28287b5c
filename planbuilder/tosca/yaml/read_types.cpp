#include "planbuilder/tosca/yaml/read_types.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
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
    into.relationship.at = node.at();  // also where it does not say its type
    read_keynames<Definition>(reader, node, "the relationship of a requirement", table, into);
  } else {
    into.relationship = read_reference(reader, node, "a relationship type");
  }
}

/// `lower_bound` and `upper_bound`: each an end of the occurrences.
void read_bound(Reader& reader, Node node, RequirementDefinition& into, bool is_least) {
  if (!into.occurrences) into.occurrences.emplace();
  const std::optional<std::uint64_t> count = read_end_of_counts(reader, node);
  if (is_least) {
    into.occurrences->minimum = count.value_or(0);
  } else {
    into.occurrences->maximum = count;
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
    {"occurrences", until_1_3, optional, take_occurrences<RequirementDefinition>},
    {"count_range", since_2_0, optional, take_occurrences<RequirementDefinition>},
    {"type", only_alien, optional,
     [](Reader& r, Node n, RequirementDefinition& d) { d.capability = read_reference(r, n, "a capability type"); }},
    {"relationship_type", only_alien, optional, read_relationship_of_requirement},
    {"capability_name", only_alien, optional, only_text<RequirementDefinition>},
    {"lower_bound", only_alien, optional, [](Reader& r, Node n, RequirementDefinition& d) { read_bound(r, n, d, true); }},
    {"upper_bound", only_alien, optional, [](Reader& r, Node n, RequirementDefinition& d) { read_bound(r, n, d, false); }},
};

RequirementDefinition read_requirement(Reader& reader, Node key, Node value) {
  RequirementDefinition requirement;
  requirement.name = std::string(key.text());
  requirement.at = key.at();
  if (value.is_scalar()) {
    requirement.capability = read_reference(reader, value, "a capability type");
    if (is_2_0(reader.version))
      reader.diagnostics.tolerate(Code::wrong_kind, value.at(), "a requirement definition has no short notation in TOSCA 2.0",
                                  "8.4");
  } else {
    read_keynames<RequirementDefinition>(reader, value, "a requirement definition", requirement_definition_table, requirement);
  }
  return requirement;
}

/// Alien4Cloud's short form: `- host: capability type`, with what else is said of it beside the name.
RequirementDefinition read_flat_requirement(Reader& reader, Node item) {
  RequirementDefinition requirement;
  for (const Entry entry : item.entries()) {
    if (requirement.name.empty()) {
      if (expect_name(reader, entry.key)) requirement = read_requirement(reader, entry.key, entry.value);
    } else if (entry.key.is_scalar() && entry.key.text() == "type") {
      read_relationship_of_requirement(reader, entry.value, requirement);
    } else {
      read_keyname<RequirementDefinition>(reader, entry, "a requirement definition", requirement_definition_table, requirement);
    }
  }
  return requirement;
}

bool is_flat_requirement(const Reader& reader, Node item) {
  return is_alien(reader.version) && item.size() > 1 && (*item.entries().begin()).value.is_scalar();
}

void read_requirements(Reader& reader, Node node, TypeDefinition& into) {
  constexpr std::string_view what = "the requirements of a node type";
  if (is_empty_section(reader, node, what)) return;
  const auto read_all = [&](Node map) {
    for (const auto [key, value] : map.entries()) {
      if (expect_name(reader, key)) into.requirements.push_back(read_requirement(reader, key, value));
    }
  };
  if (is_alien(reader.version) && node.is_mapping()) return read_all(node);
  if (!expect_sequence(reader, node, what)) return;
  for (const Node item : node.items()) {
    if (!expect_mapping(reader, item, "a requirement")) continue;
    if (is_flat_requirement(reader, item)) {
      into.requirements.push_back(read_flat_requirement(reader, item));
    } else {
      expect_one_name(reader, item, "requirement");
      read_all(item);
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
    {"occurrences", until_1_3, optional, take_occurrences<CapabilityDefinition>},
    {"lower_bound", only_alien, optional, only_text<CapabilityDefinition>},
    {"upper_bound", only_alien, optional, only_text<CapabilityDefinition>},
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
/// Alien4Cloud's dialect may list all ancestors, the nearest first.
void read_parent(Reader& reader, Node node, TypeDefinition& into) {
  const bool is_list = is_alien(reader.version) && node.is_sequence() && node.size() > 0;
  const Node parent = is_list ? *node.items().begin() : node;
  if (expect_name(reader, parent)) into.parent = read_reference(reader, parent, "'derived_from'");
}
constexpr Row derived_from{"derived_from", since_1_0, optional, read_parent};
constexpr Row abstract{"abstract", only_alien, optional,
                       [](Reader& r, Node n, TypeDefinition& t) { t.abstract = read_text(r, n, "'abstract'") == "true"; }};
constexpr Row tags{"tags", only_alien, optional, only_map<TypeDefinition>};
constexpr Row artifacts_of_type(Versions versions) {
  return {"artifacts", versions, optional,
          [](Reader& r, Node n, TypeDefinition& t) { t.artifacts = read_named(r, n, "'artifacts'", read_artifact); }};
}
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
    abstract,
    tags,
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
    artifacts_of_type(since_1_0),
    {"portability", only_alien, optional, ignore},
};

constexpr Row relationship_type_table[] = {
    derived_from,
    abstract,
    tags,
    version,
    metadata,
    description,
    properties,
    attributes,
    interfaces,
    {"valid_target_types", until_1_3, optional, read_valid_ends},
    {"valid_targets", only_alien, optional, read_valid_ends},
    {"valid_sources", only_alien, optional, ignore},
    artifacts_of_type(only_alien),
    {"valid_capability_types", since_2_0, optional, read_valid_ends},
    {"valid_source_node_types", since_2_0, optional, read_valid<&TypeDefinition::valid_sources>},
    {"valid_target_node_types", since_2_0, optional, read_valid<&TypeDefinition::valid_targets>},
};

constexpr Row capability_type_table[] = {
    derived_from,
    abstract,
    tags,
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
    abstract,
    tags,
    version,
    metadata,
    description,
    properties,
    {"mime_type", since_1_0, optional, [](Reader& r, Node n, TypeDefinition&) { read_string(r, n, "'mime_type'"); }},
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
    abstract,
    tags,
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
    abstract,
    tags,
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
    abstract,
    tags,
    version,
    metadata,
    description,
    properties,
    {"targets", since_1_0, optional, read_valid_ends},
    {"triggers", since_1_1, optional, [](Reader& r, Node n, TypeDefinition& t) { t.triggers = read_triggers(r, n); }},
};

/// The operation of the type's own that such a call reads; none when an ancestor has it.
Operation* find_read_operation(const Call& call, TypeDefinition& type) {
  if (call.function != "get_operation_output" || call.arguments.size() != 4) return nullptr;
  const auto word = [&](std::size_t i) {
    return call.arguments[i].text() != nullptr ? *call.arguments[i].text() : std::string();
  };
  Interface* interface = word(0) == "SELF" ? find_by_name(type.interfaces, word(1)) : nullptr;
  return interface == nullptr || word(3).empty() ? nullptr : find_by_name(interface->operations, word(2));
}

/// Alien4Cloud's dialect says at the attribute what the Simple Profile says at the operation: the output that it takes.
void move_outputs(TypeDefinition& type) {
  for (ParameterDefinition& attribute : type.attributes) {
    const Call* call = attribute.default_value ? attribute.default_value->call() : nullptr;
    Operation* operation = call == nullptr ? nullptr : find_read_operation(*call, type);
    if (operation == nullptr) continue;
    operation->outputs.push_back({*call->arguments[3].text(), "SELF", {attribute.name}, attribute.at});
    attribute.default_value.reset();
  }
}

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
    if (const auto last = value.last()) type.last = std::max(key.at(), *last);
    if (!value.is_null()) read_type(reader, value, type);
    if (is_alien(reader.version)) move_outputs(type);
    if (kind == TypeKind::data) check_data_type(reader, type);
  }
}

}  // namespace planbuilder::tosca::yaml
