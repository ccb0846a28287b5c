// The keynames of the Simple Profile 1.0 to 1.3, one row each: where it stands, what is accepted there, and what is not.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/model.h"

namespace planbuilder::testing {
namespace {

/// A construct with a gap for one keyname; `$` stands for the version.
struct Construct1x {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view types_1x = R"(tosca_definitions_version: tosca_simple_yaml_$
capability_types:
  Feature: { derived_from: tosca.capabilities.Root, properties: { size: { type: integer, default: 1 } } }
relationship_types:
  Uses: { derived_from: tosca.relationships.Root, properties: { speed: { type: integer, default: 1 } } }
group_types:
  Team: { derived_from: tosca.groups.Root, properties: { size: { type: integer, default: 1 } } }
policy_types:
  Rule: { derived_from: tosca.policies.Root, properties: { size: { type: integer, default: 1 } } }
node_types:
  Thing:
    derived_from: tosca.nodes.Root
    properties: { size: { type: integer, default: 1 } }
    attributes: { busy: { type: boolean } }
    capabilities: { feature2: Feature }
    requirements: [ { uses: { capability: Feature, relationship: Uses, occurrences: [ 0, UNBOUNDED ] } } ]
)";

constexpr Construct1x constructs_1x[] = {
    {"file", "tosca_definitions_version: tosca_simple_yaml_$\n@\n"},
    {"import", "tosca_definitions_version: tosca_simple_yaml_$\nimports:\n  - @\n"},
    {"repository", "tosca_definitions_version: tosca_simple_yaml_$\nrepositories:\n  r:\n    @\n"},
    {"artifact type", "tosca_definitions_version: tosca_simple_yaml_$\nartifact_types:\n  Own:\n    @\n"},
    {"data type", "tosca_definitions_version: tosca_simple_yaml_$\ndata_types:\n  Own:\n    @\n"},
    {"capability type", "tosca_definitions_version: tosca_simple_yaml_$\ncapability_types:\n  Own:\n    @\n"},
    {"relationship type", "tosca_definitions_version: tosca_simple_yaml_$\nrelationship_types:\n  Own:\n    @\n"},
    {"node type", "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    @\n"},
    {"group type", "tosca_definitions_version: tosca_simple_yaml_$\ngroup_types:\n  Own:\n    @\n"},
    {"policy type", "tosca_definitions_version: tosca_simple_yaml_$\npolicy_types:\n  Own:\n    @\n"},
    {"property",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    properties:\n      p:\n        type: list\n       "
     " "
     "entry_schema: integer\n        @\n"},
    {"attribute",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    attributes:\n      p:\n        type: list\n       "
     " "
     "entry_schema: integer\n        @\n"},
    {"requirement definition",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    requirements:\n      - r:\n          capability: "
     "tosca.capabilities.Node\n          @\n"},
    {"capability definition",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    capabilities:\n      c:\n        type: "
     "tosca.capabilities.Endpoint\n        @\n"},
    {"operation",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    derived_from: tosca.nodes.Root\n    interfaces:\n "
     " "
     "    Standard:\n        create:\n          @\n"},
    {"implementation",
     "tosca_definitions_version: tosca_simple_yaml_$\nnode_types:\n  Own:\n    derived_from: tosca.nodes.Root\n    interfaces:\n "
     " "
     "    Standard:\n        create:\n          implementation:\n            @\n"},
    {"topology template", "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  @\n"},
    {"node template",
     "@types\ntopology_template:\n  node_templates:\n    b: { type: Thing }\n    a:\n      type: Thing\n      @\n"},
    {"relationship template",
     "@types\ntopology_template:\n  relationship_templates:\n    other: { type: Uses }\n    r:\n      type: Uses\n      @\n  "
     "node_templates: { a: { type: Thing } }\n"},
    {"requirement",
     "@types\ntopology_template:\n  node_templates:\n    b: { type: Thing }\n    a:\n      type: Thing\n      requirements:\n    "
     "   "
     " - uses:\n            node: b\n            @\n"},
    {"capability",
     "@types\ntopology_template:\n  node_templates:\n    a:\n      type: Thing\n      capabilities:\n        feature2:\n         "
     " @\n"},
    {"artifact",
     "@types\nrepositories: { r: https://files.example/ }\ntopology_template:\n  node_templates:\n    a:\n      type: Thing\n    "
     "  artifacts:\n        x:\n          file: "
     "x.sh\n          @\n"},
    {"group",
     "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  groups:\n    g:\n      type: Team\n      @\n"},
    {"policy",
     "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  policies:\n    - p:\n        type: Rule\n        "
     "@\n"},
    {"trigger",
     "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  workflows: { w: {} }\n  policies:\n    - p:\n      "
     "  "
     "type: Rule\n        triggers:\n          t:\n            action: [ { inline: w } ]\n            @\n"},
    {"workflow", "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  workflows:\n    w:\n      @\n"},
    {"step",
     "@types\ntopology_template:\n  node_templates: { a: { type: Thing } }\n  workflows:\n    w:\n      steps:\n        t: { "
     "target: "
     "a, activities: [ { set_state: x } ] }\n        s:\n          target: a\n          activities: [ { set_state: y } ]\n       "
     "   @\n"},
    {"substitution",
     "@types\ntopology_template:\n  inputs: { size: { type: integer, default: 1 } }\n  node_templates: { a: { type: Thing } }\n  "
     "substitution_mappings:\n    node_type: Thing\n    @\n"},
};

/// The first error or warning about versions; empty when there is none.
struct Row1x {
  std::string_view construct;
  std::string_view version;
  std::string_view keyname;
  std::string_view expected;
};

constexpr std::string_view ok_1x = "";
constexpr std::string_view foreign = "; it is read as in the version that has it";

constexpr Row1x rows_1x[] = {
    {"file", "1_0", "description: a", ok_1x},
    {"file", "1_0", "metadata: { template_name: a }", ok_1x},
    {"file", "1_0", "dsl_definitions: { a: 1 }", ok_1x},
    {"file", "1_0", "repositories: { r: { url: \"https://a.b\" } }", ok_1x},
    {"file", "1_0", "imports: []", ok_1x},
    {"file", "1_0", "artifact_types: {}", ok_1x},
    {"file", "1_0", "data_types: {}", ok_1x},
    {"file", "1_0", "capability_types: {}", ok_1x},
    {"file", "1_0", "interface_types: {}", ok_1x},
    {"file", "1_0", "relationship_types: {}", ok_1x},
    {"file", "1_0", "node_types: {}", ok_1x},
    {"file", "1_0", "group_types: {}", ok_1x},
    {"file", "1_0", "policy_types: {}", ok_1x},
    {"file", "1_0", "topology_template: {}", ok_1x},
    {"file", "1_3", "node_types:", ok_1x},  // an empty section is as good as none
    {"file", "1_3", "namespace: \"http://a.b\"", ok_1x},
    {"file", "1_1", "namespace: \"http://a.b\"", foreign},
    {"file", "1_3", "service_template: {}",
     "TOSCA 1.3 has no keyname 'service_template' in a definitions file; TOSCA 2.0 has it"},
    {"file", "1_3", "profile: a", "TOSCA 1.3 has no keyname 'profile' in a definitions file; TOSCA 2.0 has it"},
    {"file", "1_3", "functions: {}", "TOSCA 1.3 has no keyname 'functions' in a definitions file; TOSCA 2.0 has it"},
    {"file", "1_3", "node_typs: {}", "unknown keyname 'node_typs' in a definitions file (did you mean 'node_types'?)"},
    {"file", "1_3", "node_types: []", "a section of types must be a map, but this is a list"},

    {"import", "1_0", "x.yaml", "there is no file 'x.yaml' to import"},
    {"import", "1_0", "{ file: x.yaml, repository: r, namespace_prefix: p, namespace_uri: u }", "there is no repository 'r'"},
    {"import", "1_0", "{ file: x.yaml, repository: r }\nrepositories: { r: \"https://a.b\" }",
     "'x.yaml' is not part of the archive, and planbuilder never opens a network connection"},
    {"import", "1_0", "name: { file: x.yaml }", "there is no file 'x.yaml' to import"},
    {"import", "1_0", "{ repository: r, namespace_prefix: p }", "an import must have the keyname 'file'"},
    {"repository", "1_0", "url: \"https://a.b\"\n    credential: { token: x }\n    description: a", ok_1x},
    {"repository", "1_0", "description: a", "a repository must have the keyname 'url'"},

    {"artifact type", "1_0", "derived_from: tosca.artifacts.Root", ok_1x},
    {"artifact type", "1_0", "version: 1.0", ok_1x},
    {"artifact type", "1_0", "mime_type: a/b", ok_1x},
    {"artifact type", "1_0", "file_ext: [ sh ]", ok_1x},
    {"artifact type", "1_0", "file_ext: sh", "'file_ext' must be a list, but this is a scalar"},
    {"artifact type", "1_0", "properties: { p: { type: string } }", ok_1x},
    {"data type", "1_0", "derived_from: tosca.datatypes.Root", ok_1x},
    {"data type", "1_0", "properties: { p: { type: string } }", ok_1x},
    {"data type", "1_0", "derived_from: integer\n    constraints: [ { greater_than: 1 } ]", ok_1x},
    {"data type", "1_3", "derived_from: list\n    entry_schema: string", ok_1x},
    {"data type", "1_3", "derived_from: map\n    key_schema: { type: string }\n    entry_schema: string", ok_1x},
    {"data type", "1_2", "derived_from: map\n    key_schema: { type: string }", foreign},
    {"data type", "1_3", "validation: { $equal: [ 1, 1 ] }",
     "TOSCA 1.3 has no keyname 'validation' in a data type; TOSCA 2.0 has it"},
    {"capability type", "1_0", "valid_source_types: [ tosca.nodes.Root ]", ok_1x},
    {"capability type", "1_0", "attributes: { a: { type: string } }", ok_1x},
    {"capability type", "1_3", "valid_source_node_types: [ tosca.nodes.Root ]",
     "TOSCA 1.3 has no keyname 'valid_source_node_types' in a capability type; TOSCA 2.0 has it"},
    {"relationship type", "1_0", "derived_from: tosca.relationships.Root\n    valid_target_types: [ tosca.capabilities.Node ]",
     ok_1x},
    {"relationship type", "1_0", "interfaces: {}", ok_1x},
    {"relationship type", "1_3", "valid_target_node_types: []",
     "TOSCA 1.3 has no keyname 'valid_target_node_types' in a relationship type; TOSCA 2.0 has it"},
    {"node type", "1_0", "derived_from: tosca.nodes.Root\n    version: 1.0\n    description: a\n    metadata: { a: b }", ok_1x},
    {"node type", "1_0", "requirements: { r: tosca.capabilities.Node }",
     "the requirements of a node type must be a list, but this is a map"},
    {"node type", "1_0", "requirements: [ { r: tosca.capabilities.Node } ]", ok_1x},
    {"node type", "1_0", "capabilities: { c: tosca.capabilities.Node }", ok_1x},
    {"node type", "1_0", "artifacts: { a: x.sh }", ok_1x},
    {"group type", "1_0", "members: [ tosca.nodes.Root ]", ok_1x},
    {"group type", "1_2", "interfaces: {}", ok_1x},
    {"group type", "1_3", "interfaces: {}", foreign},
    {"policy type", "1_0", "targets: [ tosca.nodes.Root ]", ok_1x},
    {"policy type", "1_1", "triggers: { t: { event: e, action: [] } }", ok_1x},

    {"property", "1_0", "description: a", ok_1x},
    {"property", "1_0", "required: false", ok_1x},
    {"property", "1_0", "required: often", "'required' must be true or false"},
    {"property", "1_0", "default: [ 1 ]", ok_1x},
    {"property", "1_0", "default: [ a ]", "'[0]' in the default of the property 'p' must be an integer"},
    {"property", "1_0", "status: deprecated", ok_1x},
    {"property", "1_0", "status: old", "'status' must be supported, unsupported, experimental or deprecated"},
    {"property", "1_0", "constraints: [ { min_length: 1 } ]", ok_1x},
    {"property", "1_0", "constraints: [ { min_lenght: 1 } ]",
     "unknown keyname 'min_lenght' in a constraint (did you mean 'min_length'?)"},
    {"property", "1_2", "metadata: { a: b }", ok_1x},
    {"property", "1_1", "metadata: { a: b }", foreign},
    {"property", "1_3", "value: [ 1 ]", ok_1x},
    {"property", "1_2", "value: [ 1 ]", foreign},
    {"attribute", "1_0", "default: [ 1 ]", ok_1x},
    {"attribute", "1_0", "required: true", "unknown keyname 'required' in an attribute definition"},
    {"requirement definition", "1_0", "node: tosca.nodes.Root", ok_1x},
    {"requirement definition", "1_0", "relationship: tosca.relationships.DependsOn", ok_1x},
    {"requirement definition", "1_0", "relationship: { type: tosca.relationships.DependsOn }", ok_1x},
    {"requirement definition", "1_0", "occurrences: [ 0, UNBOUNDED ]", ok_1x},
    {"requirement definition", "1_0", "occurrences: [ 2, 1 ]", "a range of counts must not end below where it starts"},
    {"requirement definition", "1_0", "node_filter: { properties: [ { size: { greater_than: 1 } } ] }", ok_1x},
    {"requirement definition", "1_3", "count_range: [ 0, 1 ]",
     "TOSCA 1.3 has no keyname 'count_range' in a requirement definition; TOSCA 2.0 has it"},
    {"capability definition", "1_0", "properties: { port: { type: tosca.datatypes.network.PortDef, default: 80 } }", ok_1x},
    {"capability definition", "1_0", "valid_source_types: [ tosca.nodes.Root ]", ok_1x},
    {"capability definition", "1_0", "occurrences: [ 0, 1 ]", ok_1x},

    {"operation", "1_0", "implementation: x.sh", ok_1x},
    {"operation", "1_0", "inputs: { a: { type: string, default: b } }", ok_1x},
    {"operation", "1_3", "implementation: x.sh\n          outputs: { a: [ SELF, state ] }", ok_1x},
    {"operation", "1_2", "implementation: x.sh\n          outputs: { a: [ SELF, state ] }", foreign},
    {"operation", "1_0", "implementatoin: x.sh",
     "unknown keyname 'implementatoin' in an operation (did you mean 'implementation'?)"},
    {"implementation", "1_0", "primary: x.sh\n            dependencies: [ y.sh ]", ok_1x},
    {"implementation", "1_3", "primary: x.sh\n            timeout: 7", ok_1x},
    {"implementation", "1_3", "primary: x.sh\n            timeout: soon", "'timeout' is a number of seconds"},
    {"implementation", "1_2", "primary: x.sh\n            operation_host: SELF", ok_1x},

    {"topology template", "1_0", "description: a", ok_1x},
    {"topology template", "1_0", "inputs: { i: { type: string, default: a } }", ok_1x},
    {"topology template", "1_0", "outputs: { o: { value: { get_attribute: [ a, busy ] } } }", ok_1x},
    {"topology template", "1_0", "relationship_templates: { r: { type: Uses } }", ok_1x},
    {"topology template", "1_0", "groups: { g: { type: Team, members: [ a ] } }", ok_1x},
    {"topology template", "1_0", "policies: [ { p: { type: Rule, targets: [ a ] } } ]", ok_1x},
    {"topology template", "1_0", "substitution_mappings: { node_type: Thing }", ok_1x},
    {"topology template", "1_1", "workflows: { w: {} }", ok_1x},
    {"topology template", "1_0", "workflows: { w: {} }", foreign},
    {"node template", "1_0", "description: a\n      metadata: { a: b }", ok_1x},
    {"node template", "1_0", "directives: [ selectable ]", ok_1x},
    {"node template", "1_0", "properties: { size: 2 }", ok_1x},
    {"node template", "1_0", "properties: { size: big }", "the property 'size' must be an integer"},
    {"node template", "1_0", "attributes: { busy: true }", ok_1x},
    {"node template", "1_0", "requirements: [ { uses: b } ]", ok_1x},
    {"node template", "1_0", "interfaces: { Standard: { create: x.sh } }", ok_1x},
    {"node template", "1_0", "copy: b", ok_1x},
    {"node template", "1_0", "node_filter: { capabilities: [ { feature2: { properties: [ { size: 1 } ] } } ] }", ok_1x},
    {"node template", "1_3", "count: 3", "TOSCA 1.3 has no keyname 'count' in a node template; TOSCA 2.0 has it"},
    {"relationship template", "1_0", "properties: { speed: 2 }", ok_1x},
    {"relationship template", "1_0", "attributes: {}", ok_1x},
    {"relationship template", "1_0", "interfaces: {}", ok_1x},
    {"relationship template", "1_0", "copy: other", ok_1x},
    {"requirement", "1_0", "capability: feature2", ok_1x},
    {"requirement", "1_0", "relationship: Uses", ok_1x},
    {"requirement", "1_0", "relationship: { type: Uses, properties: { speed: 2 }, interfaces: {} }", ok_1x},
    {"requirement", "1_3", "occurrences: [ 1, 1 ]", ok_1x},
    {"capability", "1_0", "properties: { size: 2 }", ok_1x},
    {"capability", "1_0", "attributes: {}", ok_1x},
    {"artifact", "1_0",
     "type: tosca.artifacts.File\n          repository: r\n          deploy_path: /a\n          description: a", ok_1x},
    {"artifact", "1_3", "version: 3.2", ok_1x},
    {"artifact", "1_3", "artifact_version: 1.0\n          checksum: a\n          checksum_algorithm: b\n          properties: {}",
     ok_1x},
    {"artifact", "1_2", "checksum: a", foreign},
    {"artifact", "1_3", "checksum: a", "an artifact with a checksum must have the keyname 'checksum_algorithm'"},
    {"artifact", "1_3", "repository: nowhere", "there is no repository 'nowhere'"},
    {"group", "1_0", "members: [ a ]\n      properties: { size: 2 }\n      description: a\n      metadata: { a: b }", ok_1x},
    {"policy", "1_0", "targets: [ a ]\n        properties: { size: 2 }\n        description: a\n        metadata: { a: b }",
     ok_1x},
    {"trigger", "1_3", "event: e\n            schedule: {}",
     "the schedule of the trigger 't' must have the property 'start_time' of the data type 'tosca.datatypes.TimeInterval'"},
    {"trigger", "1_3", "event: e\n            target_filter: { node: a }\n            condition: []", ok_1x},
    {"trigger", "1_3", "event: e\n            target_filter: { node: a, kind: b }", "unknown keyname 'kind' in an event filter"},
    {"trigger", "1_3", "event: e\n            target_filter: { capability: b }", "an event filter must have the keyname 'node'"},
    {"trigger", "1_3", "event: e\n            condition: { period: 60, evaluations: 2 }", ok_1x},
    {"trigger", "1_3", "event: e\n            condition: { period: long }",
     "'period' must be a scalar-unit.time, which is a number with a unit (d, h, m, s, ms, us, ns)"},
    {"trigger", "1_3", "event: e\n            condition: { evaluations: many }", "'evaluations' must be an integer"},
    {"workflow", "1_1", "inputs: { i: { type: string } }\n      description: a\n      metadata: { a: b }", ok_1x},
    {"workflow", "1_1", "preconditions: [ { target: a, condition: [] } ]", ok_1x},
    {"workflow", "1_1", "preconditions: [ { condition: [] } ]", "a precondition must have the keyname 'target'"},
    {"workflow", "1_1", "preconditions: [ { target: nobody } ]",
     "there is no node or group to be a precondition's target named 'nobody'"},
    {"workflow", "1_1", "preconditions: [ { target: a, condition: [ { and: [], or: [] } ] } ]",
     "a condition has 'and' or 'or', not both"},
    {"workflow", "1_3", "implementation: x.sh", ok_1x},
    {"workflow", "1_3", "outputs: { o: { type: string } }", ok_1x},
    {"workflow", "1_3", "precondition: {}", "TOSCA 1.3 has no keyname 'precondition' in a workflow; TOSCA 2.0 has it"},
    {"step", "1_1", "on_success: t\n          on_failure: t", ok_1x},
    {"step", "1_1", "filter: []\n          operation_host: SELF\n          target_relationship: uses", ok_1x},
    {"substitution", "1_3", "substitution_filter: { properties: [ { size: 1 } ] }", ok_1x},
    {"substitution", "1_2", "properties: { size: [ size ] }", ok_1x},
    {"substitution", "1_0", "capabilities: { feature2: [ a, feature2 ] }", ok_1x},
    {"substitution", "1_0", "requirements: { uses: [ a, uses ] }", ok_1x},
};

std::string document_1x(const Row1x& row) {
  for (const Construct1x& construct : constructs_1x) {
    if (construct.name != row.construct) continue;
    std::string text(construct.text);
    if (text.starts_with("@types\n")) text.replace(0, 7, types_1x);
    text.replace(text.find('@'), 1, row.keyname);
    return text.replace(text.find('$'), 1, row.version);
  }
  return "no construct " + std::string(row.construct);
}

std::string finding(const Model& model) {
  for (const Diagnostic& item : model.diagnostics.in_file_order()) {
    if (item.severity == Severity::error) return item.summary;
    if (item.code == Code::keyname_of_other_version) return item.summary.substr(item.summary.find(';'));
  }
  return "";
}

TEST(GrammarOf1x, EachKeynameIsReadAsItsVersionSays) {
  for (const Row1x& row : rows_1x) {
    const Model model(document_1x(row));
    EXPECT_EQ(finding(model), row.expected) << row.construct << " " << row.version << "\n" << document_1x(row);
  }
}

}  // namespace
}  // namespace planbuilder::testing
