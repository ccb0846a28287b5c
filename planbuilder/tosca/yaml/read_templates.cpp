#include "planbuilder/tosca/yaml/read_templates.h"

#include <algorithm>

#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/yaml/read_artifacts.h"
#include "planbuilder/tosca/yaml/read_filters.h"
#include "planbuilder/tosca/yaml/read_functions.h"
#include "planbuilder/tosca/yaml/read_interfaces.h"
#include "planbuilder/tosca/yaml/read_occurrences.h"
#include "planbuilder/tosca/yaml/read_parameters.h"
#include "planbuilder/tosca/yaml/read_substitution.h"
#include "planbuilder/tosca/yaml/read_values.h"
#include "planbuilder/tosca/yaml/read_workflows.h"

namespace planbuilder::tosca::yaml {

namespace {

/// A template that copies another takes that one's type.
void expect_type_or_copy(Reader& reader, Node map, std::string_view what) {
  if (map.is_mapping() && !map.find("type").present() && !map.find("copy").present())
    report_missing_keyname(reader, map, what, "type");
}

/// An orchestrator of 1.x may know other words than those of 1.3.
std::vector<std::string> read_directives(Reader& reader, Node node, std::vector<std::string_view> known) {
  std::vector<std::string> directives = read_texts(reader, node, "'directives'");
  if (!is_2_0(reader.version)) known = {"select", "selectable", "substitute", "substitutable"};
  for (const std::string& word : directives) {
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string problem = "there is no directive '" + word + "'" + did_you_mean(word, known);
    if (is_2_0(reader.version)) {
      reader.diagnostics.error(Code::wrong_value, node.at(), problem);
    } else {
      reader.diagnostics.tolerate(Code::wrong_value, node.at(), problem, "3.4.3");
    }
  }
  return directives;
}

/// 1.x also writes `name: {description: ..., value: ...}`.
bool is_described_value(const Reader& reader, Node node) {
  if (is_2_0(reader.version) || !node.is_mapping() || !node.find("value").present()) return false;
  return node.size() == 1 || (node.size() == 2 && node.find("description").present());
}

std::vector<Assignment> read_attribute_assignments(Reader& reader, Node map) {
  return read_named<Assignment>(reader, map, "'attributes'", [](Reader& r, Node key, Node value) {
    return read_assignment(r, key, is_described_value(r, value) ? value.find("value") : value);
  });
}

void read_relationship_assignment(Reader& reader, Node node, RequirementAssignment& into) {
  if (node.is_scalar()) {
    into.relationship = read_reference(reader, node, "a relationship");
    return;
  }
  static constexpr Keyname<RequirementAssignment> table[] = {
      {"description", since_2_0, optional, only_text<RequirementAssignment>},
      {"metadata", since_2_0, optional, only_map<RequirementAssignment>},
      {"type", since_1_0, optional,
       [](Reader& r, Node n, RequirementAssignment& a) { a.relationship = read_reference(r, n, "a relationship type"); }},
      {"properties", since_1_0, optional,
       [](Reader& r, Node n, RequirementAssignment& a) { a.properties = read_assignments(r, n, "'properties'"); }},
      {"attributes", since_2_0, optional,
       [](Reader& r, Node n, RequirementAssignment& a) { a.attributes = read_assignments(r, n, "'attributes'"); }},
      {"interfaces", since_1_0, optional,
       [](Reader& r, Node n, RequirementAssignment& a) { a.interfaces = read_interfaces(r, n); }},
  };
  read_keynames<RequirementAssignment>(reader, node, "a relationship assignment", table, into);
}

/// A node or a node type; in 2.0 also `[node, index]`, one of its representations.
void read_target(Reader& reader, Node node, RequirementAssignment& into) {
  if (!node.is_sequence() || !is_2_0(reader.version)) {
    into.node = read_reference(reader, node, "a node");
    return;
  }
  std::vector<Node> parts;
  for (const Node item : node.items()) parts.push_back(item);
  if (parts.empty() || parts.size() > 2) {
    reader.diagnostics.error(Code::wrong_value, node.at(), "one representation of a node is named as [node, index]");
    return;
  }
  into.node = read_reference(reader, parts[0], "a node");
  if (parts.size() == 2) into.node_index = read_value(reader, parts[1]);
}

void read_optional(Reader& reader, Node node, RequirementAssignment& into) {
  Value value = read_value(reader, node);
  if (type_as(Primitive::boolean, value)) {
    into.optional = *value.get_if<bool>();
  } else {
    reader.diagnostics.error(Code::wrong_value, node.at(), "'optional' must be true or false");
  }
}

/// What a requirement takes of the capability: by property, or wrapped in `properties`.
void read_allocation(Reader& reader, Node node, RequirementAssignment& into) {
  const Node inside = node.is_mapping() && node.size() == 1 ? node.find("properties") : Node();
  into.allocation = read_assignments(reader, inside.present() && inside.is_mapping() ? inside : node, "'allocation'");
}

/// So the standard's own examples call it (14.3.5), beside its table of keynames.
void read_allocations_of_example(Reader& reader, Node node, RequirementAssignment& into) {
  reader.diagnostics.tolerate(Code::typing_slip, node.at(), "what a requirement takes is its 'allocation'", "8.5.1");
  read_allocation(reader, node, into);
}

constexpr Keyname<RequirementAssignment> requirement_table[] = {
    {"description", since_2_0, optional, only_text<RequirementAssignment>},
    {"metadata", since_2_0, optional, only_map<RequirementAssignment>},
    {"node", since_1_0, optional, read_target},
    {"count", since_2_0, optional, [](Reader& r, Node n, RequirementAssignment& a) { a.count = read_value(r, n); }},
    {"directives", since_2_0, optional,
     [](Reader& r, Node n, RequirementAssignment& a) {
       a.directives = read_directives(r, n, {"internal", "external"});
     }},
    {"optional", since_2_0, optional, read_optional},
    {"allocation", since_2_0, optional, read_allocation},
    {"allocations", since_2_0, optional, read_allocations_of_example},
    {"capability", since_1_0, optional,
     [](Reader& r, Node n, RequirementAssignment& a) { a.capability = read_reference(r, n, "a capability"); }},
    {"relationship", since_1_0, optional, read_relationship_assignment},
    {"node_filter", since_1_0, optional,
     [](Reader& r, Node n, RequirementAssignment& a) { a.node_filter = read_node_filter(r, n); }},
    {"occurrences", only_1_3, optional, take_occurrences<RequirementAssignment>},
    // The name above is then one of the relationship.
    {"type_requirement", only_alien, optional,
     [](Reader& r, Node n, RequirementAssignment& a) { a.name = read_text(r, n, "'type_requirement'"); }},
    {"properties", only_alien, optional,
     [](Reader& r, Node n, RequirementAssignment& a) { a.properties = read_assignments(r, n, "'properties'"); }},
};

void read_requirements(Reader& reader, Node node, NodeTemplate& into) {
  constexpr std::string_view what = "the requirements of a node template";
  if (is_empty_section(reader, node, what) || !expect_sequence(reader, node, what)) return;
  for (const Node item : node.items()) {
    if (!expect_mapping(reader, item, "a requirement")) continue;
    expect_one_name(reader, item, "requirement");
    for (const auto [key, value] : item.entries()) {
      if (!expect_name(reader, key)) continue;
      RequirementAssignment& requirement = into.requirements.emplace_back();
      requirement.name = std::string(key.text());
      requirement.at = key.at();
      if (value.is_scalar() || (value.is_sequence() && is_2_0(reader.version))) {
        read_target(reader, value, requirement);
      } else if (!value.is_null()) {
        read_keynames<RequirementAssignment>(reader, value, "a requirement", requirement_table, requirement);
      }
    }
  }
}

CapabilityAssignment read_capability(Reader& reader, Node key, Node value) {
  static constexpr Keyname<CapabilityAssignment> table[] = {
      {"description", since_2_0, optional, only_text<CapabilityAssignment>},
      {"metadata", since_2_0, optional, only_map<CapabilityAssignment>},
      {"properties", since_1_0, optional,
       [](Reader& r, Node n, CapabilityAssignment& c) { c.properties = read_assignments(r, n, "'properties'"); }},
      {"attributes", since_1_0, optional,
       [](Reader& r, Node n, CapabilityAssignment& c) { c.attributes = read_attribute_assignments(r, n); }},
      {"occurrences", only_1_3, optional, take_occurrences<CapabilityAssignment>},
      {"type", since_2_0 | only_alien, optional,
       [](Reader& r, Node n, CapabilityAssignment& c) { c.type = read_reference(r, n, "a capability type"); }},
      {"directives", since_2_0, optional,
       [](Reader& r, Node n, CapabilityAssignment&) {
         read_directives(r, n, {"internal", "external"});
       }},
  };
  CapabilityAssignment capability;
  capability.name = std::string(key.text());
  capability.at = key.at();
  if (!value.is_null()) read_keynames<CapabilityAssignment>(reader, value, "a capability assignment", table, capability);
  return capability;
}

constexpr Keyname<NodeTemplate> node_table[] = {
    {"type", since_1_0, optional, [](Reader& r, Node n, NodeTemplate& t) { t.type = read_reference(r, n, "a node type"); }},
    {"description", since_1_0, optional, only_text<NodeTemplate>},
    {"metadata", since_1_0, optional, only_map<NodeTemplate>},
    {"directives", since_1_0, optional,
     [](Reader& r, Node n, NodeTemplate& t) {
       t.directives = read_directives(r, n, {"create", "select", "substitute"});
     }},
    {"count", since_2_0, optional, [](Reader& r, Node n, NodeTemplate& t) { t.count = read_value(r, n); }},
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, NodeTemplate& t) { t.properties = read_assignments(r, n, "'properties'"); }},
    {"attributes", since_1_0, optional,
     [](Reader& r, Node n, NodeTemplate& t) { t.attributes = read_attribute_assignments(r, n); }},
    {"requirements", since_1_0, optional, read_requirements},
    {"capabilities", since_1_0, optional,
     [](Reader& r, Node n, NodeTemplate& t) { t.capabilities = read_named(r, n, "'capabilities'", read_capability); }},
    {"interfaces", since_1_0, optional, [](Reader& r, Node n, NodeTemplate& t) { t.interfaces = read_interfaces(r, n); }},
    {"artifacts", since_1_0, optional,
     [](Reader& r, Node n, NodeTemplate& t) { t.artifacts = read_named(r, n, "'artifacts'", read_artifact); }},
    {"node_filter", since_1_0, optional, [](Reader& r, Node n, NodeTemplate& t) { t.node_filter = read_node_filter(r, n); }},
    {"copy", since_1_0, optional, [](Reader& r, Node n, NodeTemplate& t) { t.copy = read_reference(r, n, "a node template"); }},
    {"name", only_alien, optional, only_text<NodeTemplate>},
    {"tags", only_alien, optional, only_map<NodeTemplate>},
};

NodeTemplate read_node(Reader& reader, Node key, Node value) {
  NodeTemplate node;
  node.name = std::string(key.text());
  node.at = key.at();
  read_keynames<NodeTemplate>(reader, value, "a node template", node_table, node);
  expect_type_or_copy(reader, value, "a node template");
  return node;
}

constexpr Keyname<RelationshipTemplate> relationship_table[] = {
    {"type", since_1_0, optional,
     [](Reader& r, Node n, RelationshipTemplate& t) { t.type = read_reference(r, n, "a relationship type"); }},
    {"description", since_1_0, optional, only_text<RelationshipTemplate>},
    {"metadata", since_1_0, optional, only_map<RelationshipTemplate>},
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, RelationshipTemplate& t) { t.properties = read_assignments(r, n, "'properties'"); }},
    {"attributes", since_1_0, optional,
     [](Reader& r, Node n, RelationshipTemplate& t) { t.attributes = read_attribute_assignments(r, n); }},
    {"interfaces", since_1_0, optional, [](Reader& r, Node n, RelationshipTemplate& t) { t.interfaces = read_interfaces(r, n); }},
    {"copy", since_1_0, optional,
     [](Reader& r, Node n, RelationshipTemplate& t) { t.copy = read_reference(r, n, "a relationship template"); }},
};

RelationshipTemplate read_relationship(Reader& reader, Node key, Node value) {
  RelationshipTemplate relationship;
  relationship.name = std::string(key.text());
  relationship.at = key.at();
  read_keynames<RelationshipTemplate>(reader, value, "a relationship template", relationship_table, relationship);
  expect_type_or_copy(reader, value, "a relationship template");
  return relationship;
}

void read_targets(Reader& reader, Node node, PolicyTemplate& into) {
  if (!expect_sequence(reader, node, "'targets'")) return;
  for (const Node item : node.items()) into.targets.push_back(read_reference(reader, item, "a target"));
}

constexpr Keyname<PolicyTemplate> policy_table[] = {
    {"type", since_1_0, mandatory, [](Reader& r, Node n, PolicyTemplate& t) { t.type = read_reference(r, n, "a policy type"); }},
    {"description", since_1_0, optional, only_text<PolicyTemplate>},
    {"metadata", since_1_0, optional, only_map<PolicyTemplate>},
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, PolicyTemplate& t) { t.properties = read_assignments(r, n, "'properties'"); }},
    {"targets", since_1_0, optional, read_targets},
    {"triggers", since_1_1, optional, [](Reader& r, Node n, PolicyTemplate& t) { t.triggers = read_triggers(r, n); }},
};

void read_policies(Reader& reader, Node node, ServiceTemplate& into) {
  if (is_empty_section(reader, node, "'policies'") || !expect_sequence(reader, node, "'policies'")) return;
  for (const Node item : node.items()) {
    if (!expect_mapping(reader, item, "a policy")) continue;
    expect_one_name(reader, item, "policy");
    for (const auto [key, value] : item.entries()) {
      if (!expect_name(reader, key)) continue;
      PolicyTemplate& policy = into.policies.emplace_back();
      policy.name = std::string(key.text());
      policy.at = key.at();
      read_keynames<PolicyTemplate>(reader, value, "a policy", policy_table, policy);
    }
  }
  expect_unique_names(reader, into.policies, "policy");
}

void read_type_of_group(Reader& reader, Node node, GroupTemplate& into) {
  into.type = read_reference(reader, node, "a group type");
}

constexpr Keyname<GroupTemplate> group_table[] = {
    {"type", but_alien(since_1_0), mandatory, read_type_of_group},
    {"type", only_alien, optional, read_type_of_group},
    {"policies", only_alien, optional, no_meaning<GroupTemplate>},
    {"description", since_1_0, optional, only_text<GroupTemplate>},
    {"metadata", since_1_0, optional, only_map<GroupTemplate>},
    {"properties", since_1_0, optional,
     [](Reader& r, Node n, GroupTemplate& t) { t.properties = read_assignments(r, n, "'properties'"); }},
    {"attributes", since_1_3, optional,
     [](Reader& r, Node n, GroupTemplate& t) { t.attributes = read_attribute_assignments(r, n); }},
    {"members", since_1_0, optional,
     [](Reader& r, Node n, GroupTemplate& t) {
       if (is_empty_section(r, n, "'members'") || !expect_sequence(r, n, "'members'")) return;
       for (const Node item : n.items()) t.members.push_back(read_reference(r, item, "a member"));
     }},
    {"interfaces", until_1_2, optional, no_meaning<GroupTemplate>},
};

GroupTemplate read_group(Reader& reader, Node key, Node value) {
  GroupTemplate group;
  group.name = std::string(key.text());
  group.at = key.at();
  read_keynames<GroupTemplate>(reader, value, "a group", group_table, group);
  return group;
}

void read_nodes(Reader& reader, Node node, ServiceTemplate& into) {
  into.nodes = read_named(reader, node, "'node_templates'", read_node);
}

constexpr Keyname<ServiceTemplate> topology_table[] = {
    {"metadata", since_2_0, optional, only_map<ServiceTemplate>},
    {"description", since_1_0, optional, only_text<ServiceTemplate>},
    {"inputs", since_1_0, optional,
     [](Reader& r, Node n, ServiceTemplate& t) { t.inputs = read_named(r, n, "'inputs'", read_incoming); }},
    {"node_templates", until_1_3, optional, read_nodes},
    {"node_templates", since_2_0, mandatory, read_nodes},
    {"relationship_templates", since_1_0, optional,
     [](Reader& r, Node n, ServiceTemplate& t) {
       t.relationships = read_named(r, n, "'relationship_templates'", read_relationship);
     }},
    {"groups", since_1_0, optional,
     [](Reader& r, Node n, ServiceTemplate& t) { t.groups = read_named(r, n, "'groups'", read_group); }},
    {"policies", since_1_0, optional, read_policies},
    {"input_artifacts", only_alien, optional, no_meaning<ServiceTemplate>},
    {"outputs", since_1_0, optional,
     [](Reader& r, Node n, ServiceTemplate& t) { t.outputs = read_named(r, n, "'outputs'", read_outgoing); }},
    {"functions", since_2_0, optional, [](Reader& r, Node n, ServiceTemplate& t) { t.functions = read_service_functions(r, n); }},
    {"substitution_mappings", since_1_0, optional,
     [](Reader& r, Node n, ServiceTemplate& t) { t.substitution = read_substitution(r, n); }},
    {"workflows", since_1_1, optional, [](Reader& r, Node n, ServiceTemplate& t) { t.workflows = read_workflows(r, n); }},
    {"events", since_1_3, optional,
     [](Reader& r, Node n, ServiceTemplate& t) { t.events = read_named(r, n, "'events'", read_service_event); }, true},
};

}  // namespace

void read_misplaced(Reader& reader, Node root, ServiceTemplate& into) {
  for (const auto [key, value] : root.entries()) {
    if (!key.is_scalar() || (key.text() != "policies" && key.text() != "workflows")) continue;
    const auto [place, section] =
        is_2_0(reader.version) ? std::pair("service_template", "6.9.1") : std::pair("topology_template", "3.9.1");
    reader.diagnostics.tolerate(
        Code::typing_slip, key.at(),
        "'" + std::string(key.text()) + "' belongs into the " + place + "; it is read as if it stood there", section);
    ServiceTemplate apart;
    if (key.text() == "policies") {
      read_policies(reader, value, apart);
    } else {
      apart.workflows = read_workflows(reader, value);
    }
    std::move(apart.policies.begin(), apart.policies.end(), std::back_inserter(into.policies));
    std::move(apart.workflows.begin(), apart.workflows.end(), std::back_inserter(into.workflows));
  }
}

ServiceTemplate read_topology_template(Reader& reader, Node node) {
  ServiceTemplate service;
  service.at = node.at();
  const std::string_view what = is_2_0(reader.version) ? "a service template" : "a topology template";
  if (!is_empty_section(reader, node, what)) read_keynames<ServiceTemplate>(reader, node, what, topology_table, service);
  if (service.substitution && !is_2_0(reader.version)) settle_substitution(*service.substitution, service.inputs);
  return service;
}

}  // namespace planbuilder::tosca::yaml
