// The keynames of TOSCA 2.0, one row each: where it stands, what is accepted there, and what is not.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/model.h"

namespace planbuilder::testing {
namespace {

/// A construct with a gap for one keyname; the line of the gap is `line`.
struct Construct20 {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view types_2_0 = R"(tosca_definitions_version: tosca_2_0
artifact_types:
  Script: { file_ext: [ sh ], mime_type: text/plain }
repositories: { shelf: "https://a.b" }
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

constexpr Construct20 constructs_2_0[] = {
    {"file", "tosca_definitions_version: tosca_2_0\n@\n"},
    {"import", "tosca_definitions_version: tosca_2_0\nimports:\n  - @\n"},
    {"repository", "tosca_definitions_version: tosca_2_0\nrepositories:\n  one: { url: \"https://a.b\" }\n  two:\n    @\n"},
    {"artifact type", "tosca_definitions_version: tosca_2_0\nartifact_types:\n  Base: {}\n  Own:\n    @\n"},
    {"data type",
     "tosca_definitions_version: tosca_2_0\ndata_types:\n  Base: { properties: { x: { type: string } } }\n  Own:\n    @\n"},
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
struct Row20 {
  std::string_view construct;
  std::string_view keyname;
  std::string_view expected;
};

constexpr std::string_view ok_2_0 = "";
constexpr std::string_view no_text = "a description must be a scalar, but this is a list";
constexpr std::string_view no_map = "'metadata' must be a map, but this is a scalar";

constexpr Row20 rows_2_0[] = {
    {"file", "description: some text", ok_2_0},
    {"file", "description: [ a ]", no_text},
    {"file", "description: 12345", "a description must be text: quote it"},
    {"file", "metadata: { a: b }", ok_2_0},
    {"file", "metadata: a", no_map},
    {"file", "dsl_definitions: { a: &a { b: c } }", ok_2_0},
    {"file", "dsl_definitions: { a: &a 1 }", ok_2_0},
    {"file", "dsl_definitions: { a: 1 }", "a macro must have an anchor, for example '&name', or be a map or list of such"},
    {"file", "dsl_definitions: [ a ]", "'dsl_definitions' must be a map, but this is a list"},
    {"file", "profile: org.example:1.0", ok_2_0},
    {"file", "profile: [ a ]", "'profile' must be a scalar, but this is a list"},
    {"file", "profile: a\nservice_template: { node_templates: {} }", "a file is a profile or has a service template, not both"},
    {"file", "imports: []", ok_2_0},
    {"file", "imports:", "'imports' must not be empty: leave it out, or write {}"},
    {"file", "imports: {}", "'imports' must be a list, but this is a map"},
    {"file", "repositories: { a: \"https://a.b\" }", ok_2_0},
    {"file", "repositories: [ a ]", "'repositories' must be a map, but this is a list"},
    {"file", "artifact_types: {}", ok_2_0},
    {"file", "data_types: {}", ok_2_0},
    {"file", "capability_types: {}", ok_2_0},
    {"file", "interface_types: {}", ok_2_0},
    {"file", "relationship_types: {}", ok_2_0},
    {"file", "node_types: {}", ok_2_0},
    {"file", "node_types:", "a section of types must not be empty: leave it out, or write {}"},
    {"file", "node_types: { \"\": {} }", "a name must not be empty"},
    {"file", "node_types: [ a ]", "a section of types must be a map, but this is a list"},
    {"file", "group_types: {}", ok_2_0},
    {"file", "policy_types: {}", ok_2_0},
    {"file", "functions: {}", ok_2_0},
    {"file", "functions: [ a ]", "'functions' must be a map, but this is a list"},
    {"file", "service_template: { node_templates: {} }", ok_2_0},
    {"file", "service_template: {}", "a service template must have the keyname 'node_templates'"},
    {"file", "topology_template: {}", "TOSCA 2.0 has no keyname 'topology_template' in a definitions file; TOSCA 1.x has it"},
    {"file", "node_type: {}", "unknown keyname 'node_type' in a definitions file (did you mean 'node_types'?)"},

    {"import", "other.yaml", "there is no file 'other.yaml' to import"},
    {"import", "{ url: other.yaml, namespace: o }", "there is no file 'other.yaml' to import"},
    {"import", "{ profile: org.nowhere, namespace: o }", "there is no profile 'org.nowhere'"},
    {"import", "{ profile: org.oasis-open.simple:2.0 }", ok_2_0},
    {"import", "{ namespace: o }", "an import must have the keyname 'url' or the keyname 'profile', and not both"},
    {"import", "{ url: a, profile: b }", "an import must have the keyname 'url' or the keyname 'profile', and not both"},
    {"import", "{ profile: b, repository: r }", "the import of a profile has no repository"},
    {"import", "{ profile: org.oasis-open.simple:2.0, file: a }",
     "TOSCA 2.0 has no keyname 'file' in an import; TOSCA 1.x has it"},

    {"repository", "url: \"https://a.b\"", ok_2_0},
    {"repository", "description: a", "a repository must have the keyname 'url'"},

    {"artifact type", "derived_from: Base", ok_2_0},
    {"artifact type", "derived_from: Bas", "there is no artifact type 'Bas' (did you mean 'Base'?)"},
    {"artifact type", "derived_from: \"\"", "a name must not be empty"},
    {"artifact type", "version: 1.0.0", ok_2_0},
    {"artifact type", "version: 1..0.abc", "'1..0.abc' is no version, for example 2.1 or 1.0.0.beta-10"},
    {"artifact type", "metadata: { a: b }", ok_2_0},
    {"artifact type", "metadata: a", no_map},
    {"artifact type", "description: a", ok_2_0},
    {"artifact type", "mime_type: text/plain", ok_2_0},
    {"artifact type", "file_ext: [ sh ]", ok_2_0},
    {"artifact type", "file_ext: sh", "'file_ext' must be a list, but this is a scalar"},
    {"artifact type", "properties: { a: { type: string } }", ok_2_0},

    {"data type", "derived_from: Base", ok_2_0},
    {"data type", "derived_from: Base\n    version: 2.0", ok_2_0},
    {"data type", "derived_from: Base\n    description: a", ok_2_0},
    {"data type", "derived_from: Base\n    metadata: { a: b }", ok_2_0},
    {"data type", "description: a", "the data type 'Own' must derive from another, or have at least one property"},
    {"data type", "properties: { a: { type: string } }", ok_2_0},
    {"data type", "derived_from: Base\n    validation: { $equal: [ $value, { x: b } ] }", ok_2_0},
    {"data type", "derived_from: Base\n    validation: 7",
     "'validation' is a function that is true or false, for example {$greater_than: [$value, 0]}"},
    {"data type", "derived_from: Base\n    constraints: []",
     "TOSCA 2.0 has no keyname 'constraints' in a data type; TOSCA 1.x has it"},
    {"data type", "derived_from: list\n    entry_schema: string", ok_2_0},
    {"data type", "derived_from: map\n    key_schema: string\n    entry_schema: { type: integer }", ok_2_0},

    {"capability type", "derived_from: Base", ok_2_0},
    {"capability type", "properties: { a: { type: string } }", ok_2_0},
    {"capability type", "attributes: { a: { type: string } }", ok_2_0},
    {"capability type", "valid_source_node_types: [ N ]", ok_2_0},
    {"capability type", "valid_source_node_types: N", "a list of types must be a list, but this is a scalar"},
    {"capability type", "valid_relationship_types: [ R ]", ok_2_0},
    {"capability type", "valid_source_types: [ N ]",
     "TOSCA 2.0 has no keyname 'valid_source_types' in a capability type; TOSCA 1.x has it"},

    {"interface type", "derived_from: Base", ok_2_0},
    {"interface type", "inputs: { a: { type: string } }", ok_2_0},
    {"interface type", "operations: { o: { inputs: { a: { type: string } } } }", ok_2_0},
    {"interface type", "notifications: { n: {} }", ok_2_0},
    {"interface type", "operations: { o: { implementation: x.sh } }",
     "an operation of an interface type has no implementation: nodes and relationships have"},
    {"interface type", "start: {}", "unknown keyname 'start' in an interface type"},

    {"relationship type", "derived_from: Base", ok_2_0},
    {"relationship type", "properties: { a: { type: string } }", ok_2_0},
    {"relationship type", "attributes: { a: { type: string } }", ok_2_0},
    {"relationship type", "interfaces: { i: { type: I } }", ok_2_0},
    {"relationship type", "valid_capability_types: [ C ]", ok_2_0},
    {"relationship type", "valid_source_node_types: [ N ]", ok_2_0},
    {"relationship type", "valid_target_node_types: [ N ]", ok_2_0},
    {"relationship type", "valid_target_types: [ C ]",
     "TOSCA 2.0 has no keyname 'valid_target_types' in a relationship type; TOSCA 1.x has it"},

    {"node type", "derived_from: Base", ok_2_0},
    {"node type", "properties: { a: { type: string } }", ok_2_0},
    {"node type", "properties: [ a ]", "'properties' must be a map, but this is a list"},
    {"node type", "attributes: { a: { type: string } }", ok_2_0},
    {"node type", "capabilities: { c: C }", ok_2_0},
    {"node type", "requirements: [ { r: C } ]", ok_2_0},
    {"node type", "requirements: { r: C }", "the requirements of a node type must be a list, but this is a map"},
    {"node type", "interfaces: { i: { type: I } }", ok_2_0},
    {"node type", "artifacts: { a: { type: A, file: x } }", ok_2_0},
    {"node type", "properties:", "'properties' must not be empty: leave it out, or write {}"},

    {"group type", "members: [ N ]", ok_2_0},
    {"group type", "properties: { a: { type: string } }", ok_2_0},
    {"group type", "attributes: { a: { type: string } }", ok_2_0},
    {"policy type", "targets: [ N ]", ok_2_0},
    {"policy type", "properties: { a: { type: string } }", ok_2_0},
    {"policy type", "triggers: { t: { event: e, action: [ { inline: w } ] } }", ok_2_0},

    {"property definition", "description: a", ok_2_0},
    {"property definition", "required: false", ok_2_0},
    {"property definition", "required: maybe", "'required' must be true or false"},
    {"property definition", "default: [ 1 ]", ok_2_0},
    {"property definition", "value: [ 1 ]", ok_2_0},
    {"property definition", "metadata: { a: b }", ok_2_0},
    {"property definition", "validation: { $equal: [ { $length: [ $value ] }, 1 ] }", ok_2_0},
    {"property definition", "constraints: []",
     "TOSCA 2.0 has no keyname 'constraints' in a property definition; TOSCA 1.x has it"},
    {"attribute definition", "description: a", ok_2_0},
    {"attribute definition", "default: { a: 1 }", ok_2_0},
    {"attribute definition", "key_schema: string", ok_2_0},
    {"attribute definition", "required: true", "unknown keyname 'required' in an attribute definition"},

    {"requirement definition", "description: a", ok_2_0},
    {"requirement definition", "node: N", ok_2_0},
    {"requirement definition", "relationship: R", ok_2_0},
    {"requirement definition", "relationship: { type: R, properties: {} }", ok_2_0},
    {"requirement definition", "node_filter: { $equal: [ 1, 1 ] }", ok_2_0},
    {"requirement definition", "node_filter: 7", "a node filter is a function that is true or false"},
    {"requirement definition", "count_range: [ 0, UNBOUNDED ]", ok_2_0},
    {"requirement definition", "count_range: [ 1.0, 2.5 ]", "a number of occurrences must be a whole number or UNBOUNDED"},
    {"requirement definition", "count_range: [ 2, 1 ]", "a range of counts must not end below where it starts"},
    {"requirement definition", "count_range: 1", "a range of counts must be a list, but this is a scalar"},
    {"requirement definition", "occurrences: [ 0, 1 ]",
     "TOSCA 2.0 has no keyname 'occurrences' in a requirement definition; TOSCA 1.x has it"},

    {"capability definition", "description: a", ok_2_0},
    {"capability definition", "properties: { size: { type: integer, default: 2 } }", ok_2_0},
    {"capability definition", "attributes: { used: { type: integer } }", ok_2_0},
    {"capability definition", "valid_source_node_types: [ N ]", ok_2_0},
    {"capability definition", "valid_relationship_types: [ R ]", ok_2_0},
    {"capability definition", "occurrences: [ 0, 1 ]",
     "TOSCA 2.0 has no keyname 'occurrences' in a capability definition; TOSCA 1.x has it"},

    {"interface definition", "description: a", ok_2_0},
    {"interface definition", "inputs: { a: { type: string } }", ok_2_0},
    {"interface definition", "operations: { o: x.sh }", ok_2_0},
    {"interface definition", "notifications: { n: x.sh }", ok_2_0},
    {"interface definition", "o: x.sh", "unknown keyname 'o' in an interface"},

    {"operation definition", "description: a", ok_2_0},
    {"operation definition", "implementation: x.sh", ok_2_0},
    {"operation definition", "implementation: { primary: x.sh, dependencies: [ y.sh ], timeout: 7 }", ok_2_0},
    {"operation definition", "implementation: { primary: x.sh, operation_host: SELF }",
     "TOSCA 2.0 has no keyname 'operation_host' in an implementation; TOSCA 1.x has it"},
    {"operation definition", "inputs: { a: { type: string } }", ok_2_0},
    {"operation definition", "outputs: { a: [ SELF, a ] }", ok_2_0},
    {"operation definition", "outputs: { a: { type: string, mapping: [ SELF, a ] } }", ok_2_0},

    {"function", "description: a", ok_2_0},
    {"signature", "arguments: [ { type: string } ]", ok_2_0},
    {"signature", "arguments: { type: string }", "the arguments of a function must be a list, but this is a map"},
    {"signature", "optional_arguments: [ string ]", ok_2_0},
    {"signature", "variadic: true", ok_2_0},
    {"signature", "result: string", ok_2_0},
    {"signature", "implementation: x.sh", ok_2_0},
    {"signature", "implementation: { primary: x.sh }", ok_2_0},

    {"service template", "description: a", ok_2_0},
    {"service template", "inputs: { a: { type: string } }", ok_2_0},
    {"service template", "inputs: [ a ]", "'inputs' must be a map, but this is a list"},
    {"service template", "outputs: { a: { type: integer, value: 1 } }", ok_2_0},
    {"service template", "outputs:", "'outputs' must not be empty: leave it out, or write {}"},
    {"service template", "relationship_templates: { r: { type: Uses } }", ok_2_0},
    {"service template", "groups: { g: { type: Team, members: [ a ] } }", ok_2_0},
    {"service template", "groups: [ g ]", "'groups' must be a map, but this is a list"},
    {"service template", "policies: [ { p: { type: Rule, targets: [ a ] } } ]", ok_2_0},
    {"service template", "functions: { f: { signatures: [ null, {}, { implementation: f.py } ] } }", ok_2_0},
    {"service template", "functions: { f: { description: words } }", "a function must have the keyname 'signatures'"},
    {"service template", "policies: { p: { type: Rule } }", "'policies' must be a list, but this is a map"},
    {"service template", "workflows: { w: {} }", ok_2_0},
    {"service template", "workflows:", "'workflows' must not be empty: leave it out, or write {}"},
    {"service template", "substitution_mappings: { node_type: Thing }", ok_2_0},

    {"node template", "description: a", ok_2_0},
    {"node template", "metadata: { a: b }", ok_2_0},
    {"node template", "directives: [ select, create ]", ok_2_0},
    {"node template", "directives: [ delete ]", "there is no directive 'delete'"},
    {"node template", "properties: { size: 2 }", ok_2_0},
    {"node template", "properties: { siz: 2 }", "the type 'Thing' has no property 'siz' (did you mean 'size'?)"},
    {"node template", "attributes: { busy: true }", ok_2_0},
    {"node template", "requirements: [ { uses: b } ]", ok_2_0},
    {"node template", "requirements: [ { uses: [ b, 0 ] } ]", ok_2_0},
    {"node template", "capabilities: { feature: { properties: { size: 2 } } }", ok_2_0},
    {"node template", "interfaces: { manage: { operations: { start: x.sh } } }", ok_2_0},
    {"node template", "artifacts: { x: { type: Script, file: x.sh } }", ok_2_0},
    {"node template", "count: 3", ok_2_0},
    {"node template", "copy: b", ok_2_0},
    {"node template", "directives: [ select ]\n      node_filter: { $equal: [ { $get_property: [ SELF, size ] }, 1 ] }", ok_2_0},

    {"relationship template", "description: a", ok_2_0},
    {"relationship template", "properties: { speed: 2 }", ok_2_0},
    {"relationship template", "attributes: { busy: true }", ok_2_0},
    {"relationship template", "interfaces: {}", ok_2_0},
    {"relationship template", "copy: other", ok_2_0},

    {"requirement", "capability: feature", ok_2_0},
    {"requirement", "relationship: Uses", ok_2_0},
    {"requirement", "relationship: { type: Uses, properties: { speed: 2 } }", ok_2_0},
    {"requirement", "node_filter: { $equal: [ 1, 1 ] }", ok_2_0},
    {"requirement", "count: 1", ok_2_0},
    {"requirement", "optional: true", ok_2_0},
    {"requirement", "optional: maybe", "'optional' must be true or false"},
    {"requirement", "directives: [ internal ]", ok_2_0},
    {"requirement", "allocation: { properties: { size: 1 } }", ok_2_0},
    {"requirement", "allocations: { size: 1 }", ok_2_0},
    {"requirement", "occurrences: [ 0, 1 ]", "TOSCA 2.0 has no keyname 'occurrences' in a requirement; TOSCA 1.x has it"},
    {"capability assignment", "properties: { size: 2 }", ok_2_0},
    {"capability assignment", "attributes: { used: 2 }", ok_2_0},
    {"artifact", "description: a", ok_2_0},
    {"artifact", "artifact_version: 1.0", ok_2_0},
    {"artifact", "checksum: abc", "an artifact with a checksum must have the keyname 'checksum_algorithm'"},
    {"artifact", "checksum_algorithm: MD5", ok_2_0},
    {"artifact", "repository: shelf", ok_2_0},
    {"artifact", "repository: r", "there is no repository 'r'"},
    {"artifact", "deploy_path: /a", "TOSCA 2.0 has no keyname 'deploy_path' in an artifact; TOSCA 1.x has it"},

    {"group", "members: [ a ]", ok_2_0},
    {"group", "members: [ z ]", "there is no node to be a member named 'z'"},
    {"group", "properties: { size: 2 }", ok_2_0},
    {"group", "attributes: { busy: true }", ok_2_0},
    {"group", "attributes: { bussy: true }", "the type 'Team' has no attribute 'bussy' (did you mean 'busy'?)"},
    {"policy", "targets: [ a ]", ok_2_0},
    {"policy", "properties: { size: 2 }", ok_2_0},
    {"policy", "triggers: { t: { event: e, action: [ { set_state: x } ] } }", ok_2_0},
    {"policy", "triggers: { t: { event: e } }", "a trigger must have the keyname 'action'"},
    {"trigger", "description: a", ok_2_0},
    {"trigger", "condition: { $equal: [ 1, 1 ] }", ok_2_0},
    {"trigger", "schedule: {}", "TOSCA 2.0 has no keyname 'schedule' in a trigger; TOSCA 1.x has it"},

    {"workflow", "description: a", ok_2_0},
    {"workflow", "inputs: { a: { type: string } }", ok_2_0},
    {"workflow", "precondition: { $equal: [ 1, 1 ] }", ok_2_0},
    {"workflow", "preconditions: []", "TOSCA 2.0 has no keyname 'preconditions' in a workflow; TOSCA 1.x has it"},
    {"workflow", "steps: { s: { target: a, activities: [ { set_state: x } ] } }", ok_2_0},
    {"workflow", "implementation: x.sh", ok_2_0},
    {"workflow", "outputs: { a: { type: integer, value: 1 } }", ok_2_0},
    {"step", "on_success: [ t ]", ok_2_0},
    {"step", "on_success: [ u ]", "there is no step 'u'"},
    {"step", "on_failure: [ t ]", ok_2_0},
    {"step", "filter: { $equal: [ 1, 1 ] }", ok_2_0},
    {"step", "target_relationship: uses", ok_2_0},

    {"substitution", "substitution_filter: { $equal: [ 1, 1 ] }", ok_2_0},
    {"substitution", "properties: { size: size }", ok_2_0},
    {"substitution", "properties: { siz: size }", "there is no property of 'Thing' named 'siz' (did you mean 'size'?)"},
    {"substitution", "attributes: { busy: [ busy ] }", ok_2_0},
    {"substitution", "capabilities: { feature: [ a, feature ] }", ok_2_0},
    {"substitution", "capabilities: { feature: [ z, feature ] }", "there is no node to map to named 'z'"},
    {"substitution", "requirements: [ { uses: [ a, uses ] } ]", ok_2_0},
    {"substitution", "requirements: [ [ uses, UNBOUNDED ]: [ a, uses ] ]", ok_2_0},
    {"substitution", "requirements: [ { uses: [ [ a, uses ], [ a, uses ] ] } ]", ok_2_0},
    {"substitution", "interfaces: { manage: { start: w } }", ok_2_0},
};

std::string document_2_0(const Row20& row) {
  for (const Construct20& construct : constructs_2_0) {
    if (construct.name != row.construct) continue;
    std::string text(construct.text);
    if (text.starts_with("@types\n")) text.replace(0, 7, types_2_0);
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
  for (const Row20& row : rows_2_0) {
    const Model model(document_2_0(row));
    EXPECT_EQ(first_error(model), row.expected) << row.construct << "\n" << document_2_0(row);
  }
}

}  // namespace
}  // namespace planbuilder::testing
