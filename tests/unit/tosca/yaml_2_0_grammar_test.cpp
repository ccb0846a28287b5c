// The keynames of TOSCA 2.0, one row each: where it stands, what is accepted there, and what is not.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/model.h"

namespace planbuilder::testing {
namespace {

/// A construct with a gap for one keyname; the line of the gap is `line`.
struct Construct {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view types = R"(tosca_definitions_version: tosca_2_0
artifact_types:
  Script: { file_ext: [ sh ], mime_type: text/plain }
capability_types:
  Feature: { properties: { size: { type: integer, default: 1 } }, attributes: { used: { type: integer } } }
interface_types:
  Manage: { operations: { start: {} } }
relationship_types:
  Uses: { properties: { speed: { type: integer, default: 1 } }, attributes: { busy: { type: boolean } } }
group_types:
  Team: { members: [ Thing ], properties: { size: { type: integer, default: 1 } }, attributes: { busy: { type: boolean } } }
policy_types:
  Rule: { targets: [ Thing, Team ], properties: { size: { type: integer, default: 1 } } }
node_types:
  Thing:
    properties: { size: { type: integer, default: 1 } }
    attributes: { busy: { type: boolean } }
    capabilities: { feature: Feature }
    requirements: [ { uses: { capability: Feature, relationship: Uses, count_range: [ 0, UNBOUNDED ] } } ]
    interfaces: { manage: { type: Manage, operations: { start: { inputs: { speed: { type: integer, default: 1 } } } } } }
)";

constexpr Construct constructs[] = {
    {"file", "tosca_definitions_version: tosca_2_0\n@\n"},
    {"import", "tosca_definitions_version: tosca_2_0\nimports:\n  - @\n"},
    {"repository", "tosca_definitions_version: tosca_2_0\nrepositories:\n  one: { url: \"https://a.b\" }\n  two:\n    @\n"},
    {"artifact type", "tosca_definitions_version: tosca_2_0\nartifact_types:\n  Base: {}\n  Own:\n    @\n"},
    {"data type", "tosca_definitions_version: tosca_2_0\ndata_types:\n  Base: {}\n  Own:\n    @\n"},
    {"capability type",
     "tosca_definitions_version: tosca_2_0\nnode_types: { N: {} }\nrelationship_types: { R: {} }\ncapability_types:\n  Base: "
     "{}\n  Own:\n    @\n"},
    {"interface type", "tosca_definitions_version: tosca_2_0\ninterface_types:\n  Base: {}\n  Own:\n    @\n"},
    {"relationship type",
     "tosca_definitions_version: tosca_2_0\ninterface_types: { I: {} }\ncapability_types: { C: {} }\nnode_types: { N: {} "
     "}\nrelationship_types:\n  Base: {}\n  Own:\n    @\n"},
    {"node type",
     "tosca_definitions_version: tosca_2_0\ninterface_types: { I: {} }\nartifact_types: { A: {} }\ncapability_types: { C: {} "
     "}\nnode_types:\n  Base: {}\n  Own:\n    @\n"},
    {"group type", "tosca_definitions_version: tosca_2_0\nnode_types: { N: {} }\ngroup_types:\n  Base: {}\n  Own:\n    @\n"},
    {"policy type", "tosca_definitions_version: tosca_2_0\nnode_types: { N: {} }\npolicy_types:\n  Base: {}\n  Own:\n    @\n"},
    {"property definition",
     "tosca_definitions_version: tosca_2_0\nnode_types:\n  N:\n    properties:\n      p:\n        type: list\n        "
     "entry_schema: integer\n        @\n"},
    {"attribute definition",
     "tosca_definitions_version: tosca_2_0\nnode_types:\n  N:\n    attributes:\n      p:\n        type: map\n        "
     "entry_schema: integer\n        @\n"},
    {"requirement definition",
     "tosca_definitions_version: tosca_2_0\ncapability_types: { C: {} }\nrelationship_types: { R: {} }\nnode_types:\n  N:\n    "
     "requirements:\n      - r:\n          capability: C\n          @\n"},
    {"capability definition",
     "tosca_definitions_version: tosca_2_0\nrelationship_types: { R: {} }\ncapability_types: { C: { properties: { size: { type: "
     "integer } }, attributes: { used: { type: integer } } } }\nnode_types:\n  N:\n    capabilities:\n      c:\n        type: "
     "C\n        @\n"},
    {"interface definition",
     "tosca_definitions_version: tosca_2_0\ninterface_types: { I: { operations: { o: {} }, notifications: { n: {} } } "
     "}\nnode_types:\n  N:\n    interfaces:\n      i:\n        type: I\n        @\n"},
    {"operation definition",
     "tosca_definitions_version: tosca_2_0\ninterface_types: { I: { operations: { o: {} } } }\nnode_types:\n  N:\n    "
     "attributes: { a: { type: string } }\n    interfaces:\n      i:\n        type: I\n        operations:\n          o:\n       "
     "     @\n"},
    {"function", "tosca_definitions_version: tosca_2_0\nfunctions:\n  f:\n    signatures: [ {} ]\n    @\n"},
    {"signature",
     "tosca_definitions_version: tosca_2_0\nfunctions:\n  f:\n    signatures:\n      - description: one\n        @\n"},
    {"service template", "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  @\n"},
    {"node template",
     "@types\nservice_template:\n  node_templates:\n    b: { type: Thing }\n    a:\n      type: Thing\n      @\n"},
    {"relationship template",
     "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  relationship_templates:\n    other: { type: Uses "
     "}\n    r:\n      type: Uses\n      @\n"},
    {"requirement",
     "@types\nservice_template:\n  node_templates:\n    b: { type: Thing }\n    a:\n      type: Thing\n      requirements:\n     "
     "   - uses:\n            node: b\n            @\n"},
    {"capability assignment",
     "@types\nservice_template:\n  node_templates:\n    a:\n      type: Thing\n      capabilities:\n        feature:\n          "
     "@\n"},
    {"artifact",
     "@types\nservice_template:\n  node_templates:\n    a:\n      type: Thing\n      artifacts:\n        x:\n          type: "
     "Script\n          file: x.sh\n          @\n"},
    {"group",
     "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  groups:\n    g:\n      type: Team\n      @\n"},
    {"policy",
     "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  policies:\n    - p:\n        type: Rule\n        "
     "@\n"},
    {"trigger",
     "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  workflows: { w: {} }\n  policies:\n    - p:\n       "
     " type: Rule\n        triggers:\n          t:\n            event: e\n            action: [ { inline: w } ]\n            "
     "@\n"},
    {"workflow", "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  workflows:\n    w:\n      @\n"},
    {"step",
     "@types\nservice_template:\n  node_templates: { a: { type: Thing } }\n  workflows:\n    w:\n      steps:\n        t: { "
     "target: a, activities: [ { set_state: x } ] }\n        s:\n          target: a\n          activities: [ { call_operation: "
     "manage.start } ]\n          @\n"},
    {"substitution",
     "@types\nservice_template:\n  inputs: { size: { type: integer, default: 1 } }\n  outputs: { busy: { type: boolean, value: "
     "true } }\n  node_templates: { a: { type: Thing } }\n  workflows: { w: {} }\n  substitution_mappings:\n    node_type: "
     "Thing\n    @\n"},
};

/// `{}` stands for no error at all; otherwise the summary of the first error.
struct Row {
  std::string_view construct;
  std::string_view keyname;
  std::string_view expected;
};

constexpr std::string_view ok = "";
constexpr std::string_view no_text = "a description must be a scalar, but this is a list";
constexpr std::string_view no_map = "'metadata' must be a map, but this is a scalar";

constexpr Row rows[] = {
    {"file", "description: some text", ok},
    {"file", "description: [ a ]", no_text},
    {"file", "description: 12345", "a description must be text: quote it"},
    {"file", "metadata: { a: b }", ok},
    {"file", "metadata: a", no_map},
    {"file", "dsl_definitions: { a: &a { b: c } }", ok},
    {"file", "dsl_definitions: { a: &a 1 }", ok},
    {"file", "dsl_definitions: { a: 1 }", "a macro must have an anchor, for example '&name', or be a map or list of such"},
    {"file", "dsl_definitions: [ a ]", "'dsl_definitions' must be a map, but this is a list"},
    {"file", "profile: org.example:1.0", ok},
    {"file", "profile: [ a ]", "'profile' must be a scalar, but this is a list"},
    {"file", "profile: a\nservice_template: { node_templates: {} }", "a file is a profile or has a service template, not both"},
    {"file", "imports: []", ok},
    {"file", "imports:", "'imports' must not be empty: leave it out, or write {}"},
    {"file", "imports: {}", "'imports' must be a list, but this is a map"},
    {"file", "repositories: { a: \"https://a.b\" }", ok},
    {"file", "repositories: [ a ]", "'repositories' must be a map, but this is a list"},
    {"file", "artifact_types: {}", ok},
    {"file", "data_types: {}", ok},
    {"file", "capability_types: {}", ok},
    {"file", "interface_types: {}", ok},
    {"file", "relationship_types: {}", ok},
    {"file", "node_types: {}", ok},
    {"file", "node_types:", "a section of types must not be empty: leave it out, or write {}"},
    {"file", "node_types: { \"\": {} }", "a name must not be empty"},
    {"file", "node_types: [ a ]", "a section of types must be a map, but this is a list"},
    {"file", "group_types: {}", ok},
    {"file", "policy_types: {}", ok},
    {"file", "functions: {}", ok},
    {"file", "functions: [ a ]", "'functions' must be a map, but this is a list"},
    {"file", "service_template: { node_templates: {} }", ok},
    {"file", "service_template: {}", "a service template must have the keyname 'node_templates'"},
    {"file", "topology_template: {}", "TOSCA 2.0 has no keyname 'topology_template' in a definitions file; TOSCA 1.x has it"},
    {"file", "node_type: {}", "unknown keyname 'node_type' in a definitions file (did you mean 'node_types'?)"},

    {"import", "other.yaml", "there is no file 'other.yaml' to import"},
    {"import", "{ url: other.yaml, namespace: o }", "there is no file 'other.yaml' to import"},
    {"import", "{ profile: org.nowhere, namespace: o }", "there is no profile 'org.nowhere'"},
    {"import", "{ profile: org.oasis-open.simple:2.0 }", ok},
    {"import", "{ namespace: o }", "an import must have the keyname 'url' or the keyname 'profile', and not both"},
    {"import", "{ url: a, profile: b }", "an import must have the keyname 'url' or the keyname 'profile', and not both"},
    {"import", "{ profile: b, repository: r }", "the import of a profile has no repository"},
    {"import", "{ profile: org.oasis-open.simple:2.0, file: a }",
     "TOSCA 2.0 has no keyname 'file' in an import; TOSCA 1.x has it"},

    {"repository", "url: \"https://a.b\"", ok},
    {"repository", "description: a", "a repository must have the keyname 'url'"},

    {"artifact type", "derived_from: Base", ok},
    {"artifact type", "derived_from: Bas", "there is no artifact type 'Bas' (did you mean 'Base'?)"},
    {"artifact type", "derived_from: \"\"", "a name must not be empty"},
    {"artifact type", "version: 1.0.0", ok},
    {"artifact type", "version: 1..0.abc", "'1..0.abc' is no version, for example 2.1 or 1.0.0.beta-10"},
    {"artifact type", "metadata: { a: b }", ok},
    {"artifact type", "metadata: a", no_map},
    {"artifact type", "description: a", ok},
    {"artifact type", "mime_type: text/plain", ok},
    {"artifact type", "file_ext: [ sh ]", ok},
    {"artifact type", "file_ext: sh", "'file_ext' must be a list, but this is a scalar"},
    {"artifact type", "properties: { a: { type: string } }", ok},

    {"data type", "derived_from: Base", ok},
    {"data type", "version: 2.0", ok},
    {"data type", "description: a", ok},
    {"data type", "metadata: { a: b }", ok},
    {"data type", "properties: { a: { type: string } }", ok},
    {"data type", "validation: { $equal: [ $value, { a: b } ] }", ok},
    {"data type", "validation: 7", "'validation' is a function that is true or false, for example {$greater_than: [$value, 0]}"},
    {"data type", "constraints: []", "TOSCA 2.0 has no keyname 'constraints' in a data type; TOSCA 1.x has it"},
    {"data type", "derived_from: list\n    entry_schema: string", ok},
    {"data type", "derived_from: map\n    key_schema: string\n    entry_schema: { type: integer }", ok},

    {"capability type", "derived_from: Base", ok},
    {"capability type", "properties: { a: { type: string } }", ok},
    {"capability type", "attributes: { a: { type: string } }", ok},
    {"capability type", "valid_source_node_types: [ N ]", ok},
    {"capability type", "valid_source_node_types: N", "a list of types must be a list, but this is a scalar"},
    {"capability type", "valid_relationship_types: [ R ]", ok},
    {"capability type", "valid_source_types: [ N ]",
     "TOSCA 2.0 has no keyname 'valid_source_types' in a capability type; TOSCA 1.x has it"},

    {"interface type", "derived_from: Base", ok},
    {"interface type", "inputs: { a: { type: string } }", ok},
    {"interface type", "operations: { o: { inputs: { a: { type: string } } } }", ok},
    {"interface type", "notifications: { n: {} }", ok},
    {"interface type", "operations: { o: { implementation: x.sh } }",
     "an operation of an interface type has no implementation: nodes and relationships have"},
    {"interface type", "start: {}", "unknown keyname 'start' in an interface type"},

    {"relationship type", "derived_from: Base", ok},
    {"relationship type", "properties: { a: { type: string } }", ok},
    {"relationship type", "attributes: { a: { type: string } }", ok},
    {"relationship type", "interfaces: { i: { type: I } }", ok},
    {"relationship type", "valid_capability_types: [ C ]", ok},
    {"relationship type", "valid_source_node_types: [ N ]", ok},
    {"relationship type", "valid_target_node_types: [ N ]", ok},
    {"relationship type", "valid_target_types: [ C ]",
     "TOSCA 2.0 has no keyname 'valid_target_types' in a relationship type; TOSCA 1.x has it"},

    {"node type", "derived_from: Base", ok},
    {"node type", "properties: { a: { type: string } }", ok},
    {"node type", "properties: [ a ]", "'properties' must be a map, but this is a list"},
    {"node type", "attributes: { a: { type: string } }", ok},
    {"node type", "capabilities: { c: C }", ok},
    {"node type", "requirements: [ { r: C } ]", ok},
    {"node type", "requirements: { r: C }", "the requirements of a node type must be a list, but this is a map"},
    {"node type", "interfaces: { i: { type: I } }", ok},
    {"node type", "artifacts: { a: { type: A, file: x } }", ok},
    {"node type", "properties:", "'properties' must not be empty: leave it out, or write {}"},

    {"group type", "members: [ N ]", ok},
    {"group type", "properties: { a: { type: string } }", ok},
    {"group type", "attributes: { a: { type: string } }", ok},
    {"policy type", "targets: [ N ]", ok},
    {"policy type", "properties: { a: { type: string } }", ok},
    {"policy type", "triggers: { t: { event: e, action: [ { inline: w } ] } }", ok},

    {"property definition", "description: a", ok},
    {"property definition", "required: false", ok},
    {"property definition", "required: maybe", "'required' must be true or false"},
    {"property definition", "default: [ 1 ]", ok},
    {"property definition", "value: [ 1 ]", ok},
    {"property definition", "metadata: { a: b }", ok},
    {"property definition", "validation: { $equal: [ { $length: [ $value ] }, 1 ] }", ok},
    {"property definition", "constraints: []",
     "TOSCA 2.0 has no keyname 'constraints' in a property definition; TOSCA 1.x has it"},
    {"attribute definition", "description: a", ok},
    {"attribute definition", "default: { a: 1 }", ok},
    {"attribute definition", "key_schema: string", ok},
    {"attribute definition", "required: true", "unknown keyname 'required' in an attribute definition"},

    {"requirement definition", "description: a", ok},
    {"requirement definition", "node: N", ok},
    {"requirement definition", "relationship: R", ok},
    {"requirement definition", "relationship: { type: R, properties: {} }", ok},
    {"requirement definition", "node_filter: { $equal: [ 1, 1 ] }", ok},
    {"requirement definition", "node_filter: 7", "a node filter is a function that is true or false"},
    {"requirement definition", "count_range: [ 0, UNBOUNDED ]", ok},
    {"requirement definition", "count_range: [ 1.0, 2.5 ]", "a number of occurrences must be a whole number or UNBOUNDED"},
    {"requirement definition", "count_range: [ 2, 1 ]", "a range of counts must not end below where it starts"},
    {"requirement definition", "count_range: 1", "a range of counts must be a list, but this is a scalar"},
    {"requirement definition", "occurrences: [ 0, 1 ]",
     "TOSCA 2.0 has no keyname 'occurrences' in a requirement definition; TOSCA 1.x has it"},

    {"capability definition", "description: a", ok},
    {"capability definition", "properties: { size: { type: integer, default: 2 } }", ok},
    {"capability definition", "attributes: { used: { type: integer } }", ok},
    {"capability definition", "valid_source_node_types: [ N ]", ok},
    {"capability definition", "valid_relationship_types: [ R ]", ok},
    {"capability definition", "occurrences: [ 0, 1 ]",
     "TOSCA 2.0 has no keyname 'occurrences' in a capability definition; TOSCA 1.x has it"},

    {"interface definition", "description: a", ok},
    {"interface definition", "inputs: { a: { type: string } }", ok},
    {"interface definition", "operations: { o: x.sh }", ok},
    {"interface definition", "notifications: { n: x.sh }", ok},
    {"interface definition", "o: x.sh", "unknown keyname 'o' in an interface"},

    {"operation definition", "description: a", ok},
    {"operation definition", "implementation: x.sh", ok},
    {"operation definition", "implementation: { primary: x.sh, dependencies: [ y.sh ], timeout: 7 }", ok},
    {"operation definition", "implementation: { primary: x.sh, operation_host: SELF }",
     "TOSCA 2.0 has no keyname 'operation_host' in an implementation; TOSCA 1.x has it"},
    {"operation definition", "inputs: { a: { type: string } }", ok},
    {"operation definition", "outputs: { a: [ SELF, a ] }", ok},
    {"operation definition", "outputs: { a: { type: string, mapping: [ SELF, a ] } }", ok},

    {"function", "description: a", ok},
    {"signature", "arguments: [ { type: string } ]", ok},
    {"signature", "arguments: { type: string }", "the arguments of a function must be a list, but this is a map"},
    {"signature", "optional_arguments: [ string ]", ok},
    {"signature", "variadic: true", ok},
    {"signature", "result: string", ok},
    {"signature", "implementation: x.sh", ok},
    {"signature", "implementation: { primary: x.sh }", ok},

    {"service template", "description: a", ok},
    {"service template", "inputs: { a: { type: string } }", ok},
    {"service template", "inputs: [ a ]", "'inputs' must be a map, but this is a list"},
    {"service template", "outputs: { a: { type: integer, value: 1 } }", ok},
    {"service template", "outputs:", "'outputs' must not be empty: leave it out, or write {}"},
    {"service template", "relationship_templates: { r: { type: Uses } }", ok},
    {"service template", "groups: { g: { type: Team, members: [ a ] } }", ok},
    {"service template", "groups: [ g ]", "'groups' must be a map, but this is a list"},
    {"service template", "policies: [ { p: { type: Rule, targets: [ a ] } } ]", ok},
    {"service template", "policies: { p: { type: Rule } }", "'policies' must be a list, but this is a map"},
    {"service template", "workflows: { w: {} }", ok},
    {"service template", "workflows:", "'workflows' must not be empty: leave it out, or write {}"},
    {"service template", "substitution_mappings: { node_type: Thing }", ok},

    {"node template", "description: a", ok},
    {"node template", "metadata: { a: b }", ok},
    {"node template", "directives: [ select, create ]", ok},
    {"node template", "directives: [ delete ]", "there is no directive 'delete'"},
    {"node template", "properties: { size: 2 }", ok},
    {"node template", "properties: { siz: 2 }", "the type 'Thing' has no property 'siz' (did you mean 'size'?)"},
    {"node template", "attributes: { busy: true }", ok},
    {"node template", "requirements: [ { uses: b } ]", ok},
    {"node template", "requirements: [ { uses: [ b, 0 ] } ]", ok},
    {"node template", "capabilities: { feature: { properties: { size: 2 } } }", ok},
    {"node template", "interfaces: { manage: { operations: { start: x.sh } } }", ok},
    {"node template", "artifacts: { x: { type: Script, file: x.sh } }", ok},
    {"node template", "count: 3", ok},
    {"node template", "copy: b", ok},
    {"node template", "directives: [ select ]\n      node_filter: { $equal: [ { $get_property: [ SELF, size ] }, 1 ] }", ok},

    {"relationship template", "description: a", ok},
    {"relationship template", "properties: { speed: 2 }", ok},
    {"relationship template", "attributes: { busy: true }", ok},
    {"relationship template", "interfaces: {}", ok},
    {"relationship template", "copy: other", ok},

    {"requirement", "capability: feature", ok},
    {"requirement", "relationship: Uses", ok},
    {"requirement", "relationship: { type: Uses, properties: { speed: 2 } }", ok},
    {"requirement", "node_filter: { $equal: [ 1, 1 ] }", ok},
    {"requirement", "count: 1", ok},
    {"requirement", "optional: true", ok},
    {"requirement", "optional: maybe", "'optional' must be true or false"},
    {"requirement", "directives: [ internal ]", ok},
    {"requirement", "allocation: { properties: { size: 1 } }", ok},
    {"requirement", "occurrences: [ 0, 1 ]", "TOSCA 2.0 has no keyname 'occurrences' in a requirement; TOSCA 1.x has it"},
    {"capability assignment", "properties: { size: 2 }", ok},
    {"capability assignment", "attributes: { used: 2 }", ok},
    {"artifact", "description: a", ok},
    {"artifact", "artifact_version: 1.0", ok},
    {"artifact", "checksum: abc", ok},
    {"artifact", "checksum_algorithm: MD5", ok},
    {"artifact", "repository: r", ok},
    {"artifact", "deploy_path: /a", "TOSCA 2.0 has no keyname 'deploy_path' in an artifact; TOSCA 1.x has it"},

    {"group", "members: [ a ]", ok},
    {"group", "members: [ z ]", "there is no node to be a member named 'z'"},
    {"group", "properties: { size: 2 }", ok},
    {"group", "attributes: { busy: true }", ok},
    {"policy", "targets: [ a ]", ok},
    {"policy", "properties: { size: 2 }", ok},
    {"policy", "triggers: { t: { event: e, action: [ { set_state: x } ] } }", ok},
    {"policy", "triggers: { t: { event: e } }", "a trigger must have the keyname 'action'"},
    {"trigger", "description: a", ok},
    {"trigger", "condition: { $equal: [ 1, 1 ] }", ok},
    {"trigger", "schedule: {}", "TOSCA 2.0 has no keyname 'schedule' in a trigger; TOSCA 1.x has it"},

    {"workflow", "description: a", ok},
    {"workflow", "inputs: { a: { type: string } }", ok},
    {"workflow", "precondition: { $equal: [ 1, 1 ] }", ok},
    {"workflow", "preconditions: []", "TOSCA 2.0 has no keyname 'preconditions' in a workflow; TOSCA 1.x has it"},
    {"workflow", "steps: { s: { target: a, activities: [ { set_state: x } ] } }", ok},
    {"workflow", "implementation: x.sh", ok},
    {"workflow", "outputs: { a: { type: integer, value: 1 } }", ok},
    {"step", "on_success: [ t ]", ok},
    {"step", "on_success: [ u ]", "there is no step 'u'"},
    {"step", "on_failure: [ t ]", ok},
    {"step", "filter: { $equal: [ 1, 1 ] }", ok},
    {"step", "target_relationship: uses", ok},

    {"substitution", "substitution_filter: { $equal: [ 1, 1 ] }", ok},
    {"substitution", "properties: { size: size }", ok},
    {"substitution", "properties: { siz: size }", "there is no property of 'Thing' named 'siz' (did you mean 'size'?)"},
    {"substitution", "attributes: { busy: [ busy ] }", ok},
    {"substitution", "capabilities: { feature: [ a, feature ] }", ok},
    {"substitution", "capabilities: { feature: [ z, feature ] }", "there is no node to map to named 'z'"},
    {"substitution", "requirements: [ { uses: [ a, uses ] } ]", ok},
    {"substitution", "requirements: [ [ uses, UNBOUNDED ]: [ a, uses ] ]", ok},
    {"substitution", "requirements: [ { uses: [ [ a, uses ], [ a, uses ] ] } ]", ok},
    {"substitution", "interfaces: { manage: { start: w } }", ok},
};

std::string document(const Row& row) {
  for (const Construct& construct : constructs) {
    if (construct.name != row.construct) continue;
    std::string text(construct.text);
    if (text.starts_with("@types\n")) text.replace(0, 7, types);
    return text.replace(text.find('@'), 1, row.keyname);
  }
  return "no construct " + std::string(row.construct);
}

std::string first_error(const Model& model) {
  for (const Diagnostic& item : model.diagnostics.in_file_order()) {
    if (item.severity == Severity::error) return item.summary;
  }
  return "";
}

TEST(GrammarOf20, EachKeynameIsReadAsTheStandardSays) {
  for (const Row& row : rows) {
    const Model model(document(row));
    EXPECT_EQ(first_error(model), row.expected) << row.construct << "\n" << document(row);
  }
}

}  // namespace
}  // namespace planbuilder::testing
