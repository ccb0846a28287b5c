#include <gtest/gtest.h>

#include "planbuilder/tosca/model/digest.h"
#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::v1_3;

std::string service(std::string_view body) { return std::string(v1_3) + std::string(body); }

TEST(Load, ReadsNodesRelationshipsAndInputs) {
  const Model model(service(R"(
topology_template:
  inputs:
    size: {type: integer, default: 3}
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
    machine:
      type: tosca:Compute
  outputs:
    size: {value: {get_input: size}}
)"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(model.topology->nodes.size(), 2u);
  ASSERT_EQ(model.topology->relationships.size(), 1u);
  const Relationship& host = *model.topology->relationships.begin();
  EXPECT_EQ(host.id, "app.host");
  EXPECT_EQ(model.topology->types[host.type].name, "tosca.relationships.HostedOn");
  EXPECT_EQ(to_text(*model.topology->inputs[0].default_value), "3");
}

TEST(Load, EveryProfileCanBeRead) {
  for (const std::string version : {"1_0", "1_1", "1_2", "1_3"}) {
    const Model model("tosca_definitions_version: tosca_simple_yaml_" + version + R"(
topology_template:
  node_templates:
    machine: {type: Compute}
)");
    EXPECT_EQ(model.problems(), "") << version;
  }
}

TEST(Load, TheTopologyKnowsItsLanguage) {
  const auto language_of = [](std::string_view text) {
    const Model model(text);
    EXPECT_EQ(model.problems(), "");
    return model.topology ? std::optional(model.topology->language) : std::nullopt;
  };
  constexpr std::string_view one_node = "\ntopology_template: {node_templates: {a: {type: tosca.nodes.Root}}}\n";
  EXPECT_EQ(language_of("tosca_definitions_version: tosca_simple_yaml_1_0" + std::string(one_node)), Language::yaml_1_0);
  EXPECT_EQ(language_of("tosca_definitions_version: tosca_simple_yaml_1_3" + std::string(one_node)), Language::yaml_1_3);
  EXPECT_EQ(language_of(R"(tosca_definitions_version: tosca_2_0
node_types: {A: {}}
service_template: {node_templates: {a: {type: A}}}
)"),
            Language::yaml_2_0);
  EXPECT_EQ(
      language_of(
          R"(<Definitions id="d" targetNamespace="urn:t" xmlns="http://docs.oasis-open.org/tosca/ns/2011/12" xmlns:t="urn:t">
<NodeType name="N"/><ServiceTemplate id="s"><TopologyTemplate><NodeTemplate id="n" type="t:N"/></TopologyTemplate></ServiceTemplate>
</Definitions>)"),
      Language::xml_1_0);
}

TEST(Load, ARelationshipTemplateUsedTwiceGivesNoName) {
  const Model model(service(R"(
topology_template:
  node_templates:
    a: {type: tosca.nodes.Root, requirements: [dependency: {node: c, relationship: link}, dependency: {node: b, relationship: link}]}
    b: {type: tosca.nodes.Root, requirements: [dependency: {node: c, relationship: own}]}
    c: {type: tosca.nodes.Root}
  relationship_templates:
    link: {type: tosca.relationships.DependsOn}
    own: {type: tosca.relationships.DependsOn}
)"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  std::string ids;
  for (const Relationship& relationship : model.topology->relationships) ids += relationship.id + " ";
  EXPECT_EQ(ids, "a.dependency a.dependency.1 own ");
}

struct BadModel {
  std::string name;
  std::string text;
  std::string problems;
};

void PrintTo(const BadModel& model, std::ostream* out) { *out << model.name; }

class BadModels : public ::testing::TestWithParam<BadModel> {};

TEST_P(BadModels, AreExplained) {
  const Model model(GetParam().text);
  EXPECT_EQ(model.problems(), GetParam().problems);
  EXPECT_FALSE(model.topology);
}

INSTANTIATE_TEST_SUITE_P(
    Load, BadModels,
    ::testing::Values(
        BadModel{"NoVersion", "topology_template: {}\n",
                 "service.yaml:1:1: error[missing-keyname]: this is no TOSCA definitions file: it has no "
                 "'tosca_definitions_version'\n"},
        BadModel{"WrongVersion", "tosca_definitions_version: tosca_simple_yaml_1_4\n",
                 "service.yaml:1:28: error[unknown-version]: unknown version 'tosca_simple_yaml_1_4' (did you mean "
                 "'tosca_simple_yaml_1_0'?)\n"
                 "  known are tosca_simple_yaml_1_0, tosca_simple_yaml_1_1, tosca_simple_yaml_1_2, tosca_simple_yaml_1_3 and "
                 "tosca_2_0, and Alien4Cloud's alien_dsl_1_0_0 to alien_dsl_3_0_0\n"},
        BadModel{"UnknownKeyname", service("node_typs: {}\n"),
                 "service.yaml:2:1: error[unknown-keyname]: unknown keyname 'node_typs' in a definitions file (did you mean "
                 "'node_types'?)\n"},
        BadModel{"WrongKind", service("topology_template: [a]\n"),
                 "service.yaml:2:20: error[wrong-kind]: a topology template must be a map, but this is a list\n"},
        BadModel{"MissingType", service("topology_template: {node_templates: {a: {properties: {}}}}\n"),
                 "service.yaml:2:41: error[missing-keyname]: a node template must have the keyname 'type'\n"},
        BadModel{"UnknownType", service("topology_template: {node_templates: {a: {type: tosca.nodes.Computer}}}\n"),
                 "service.yaml:2:48: error[unknown-type]: there is no node type 'tosca.nodes.Computer' (did you mean "
                 "'tosca.nodes.Compute'?)\n"},
        BadModel{"DerivationCycle", service("node_types: {A: {derived_from: B}, B: {derived_from: A}}\n"),
                 "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n"
                 "service.yaml:2:14: error[derivation-cycle]: the node type 'A' derives from itself\n"
                 "  service.yaml:2:32: 'A' derives from 'B'\n"
                 "  service.yaml:2:54: 'B' derives from 'A'\n"},
        BadModel{
            "UnknownTarget",
            service("topology_template: {node_templates: {a: {type: Root, requirements: [dependency: bb]}, b: {type: Root}}}\n"),
            "service.yaml:2:81: error[unfulfilled-requirement]: the requirement 'dependency' of 'a' names 'bb', which is neither "
            "a node nor a node "
            "type (did you mean 'b'?)\n"},
        BadModel{
            "UnknownRequirement",
            service("topology_template: {node_templates: {a: {type: Root, requirements: [dependancy: b]}, b: {type: Root}}}\n"),
            "service.yaml:2:69: error[unknown-name]: the type of 'a' has no requirement 'dependancy' (did you mean "
            "'dependency'?)\n"},
        BadModel{"MissingAndUnknownProperty",
                 service("node_types: {A: {derived_from: Root, properties: {port: {type: integer}}}}\n"
                         "topology_template: {node_templates: {a: {type: A, properties: {prt: 1}}}}\n"),
                 "service.yaml:3:38: error[missing-property]: 'a' must have the property 'port'\n"
                 "  service.yaml:2:51: it is required here\n"
                 "service.yaml:3:64: error[unknown-name]: the type 'A' has no property 'prt' (did you mean 'port'?)\n"},
        BadModel{"WrongValue",
                 service("node_types: {A: {derived_from: Root, properties: {port: {type: integer}}}}\n"
                         "topology_template: {node_templates: {a: {type: A, properties: {port: '80'}}}}\n"),
                 "service.yaml:3:70: error[wrong-value]: the property 'port' must be an integer\n"},
        BadModel{"UnknownInput",
                 service("node_types: {A: {derived_from: Root, properties: {port: {type: integer}}}}\n"
                         "topology_template: {inputs: {port: {type: integer}}, node_templates: {a: {type: A, properties: {port: "
                         "{get_input: prt}}}}}\n"),
                 "service.yaml:3:115: error[bad-function]: there is no input 'prt' (did you mean 'port'?)\n"},
        BadModel{"RemoteImport", service("imports: ['https://example.org/types.yaml']\n"),
                 "service.yaml:2:11: error[import-remote]: 'https://example.org/types.yaml' is not part of the archive, and "
                 "planbuilder never opens a "
                 "network connection\n"
                 "  put the file beside this one and import it by its relative path, or say where it is by --import-map: a line "
                 "'url', a "
                 "tab, 'https://example.org/types.yaml', a tab, its path\n"},
        BadModel{"ImportOfNothing", service("imports: [types.yaml]\n"),
                 "service.yaml:2:11: error[import-not-found]: there is no file 'types.yaml' to import\n"},
        BadModel{"ImportFromOutside", service("imports: [../types.yaml]\n"),
                 "service.yaml:2:11: error[import-not-found]: the import '../types.yaml' leads out of the archive\n"},
        BadModel{"DoctypeInXml", "<!DOCTYPE x><Definitions/>",
                 "service.tosca:1:11: error[xml-forbidden]: a document type declaration is not allowed here\n"
                 "  remove the <!DOCTYPE ...>\n"},
        BadModel{"BrokenXml", "<Definitions><a></Definitions>",
                 "service.tosca:1:19: error[xml-syntax]: this is not XML: Start-end tags mismatch\n"}),
    [](const auto& test) { return test.param.name; });

TEST(Load, AKeynameOfAnotherVersionIsReadWithAWarning) {
  const Model model(
      "tosca_definitions_version: tosca_simple_yaml_1_0\n"
      "topology_template: {node_templates: {a: {type: Root}}, workflows: {w: {}}}\n");
  EXPECT_EQ(
      model.problems(),
      "service.yaml:2:56: warning[keyname-of-other-version]: TOSCA 1.0 has no keyname 'workflows' in a topology template; it is "
      "read as in the version that has it\n");
  EXPECT_TRUE(model.topology);
}

TEST(Load, ARequirementIsFulfilledFromTheTopologyElseEveryCandidateIsExplained) {
  const std::string types =
      "node_types:\n"
      "  App: {derived_from: Root, requirements: [db: {capability: tosca.capabilities.Endpoint.Database, relationship: "
      "tosca.relationships.ConnectsTo}]}\n"
      "  Db: {derived_from: Root, capabilities: {d: {type: tosca.capabilities.Endpoint.Database, valid_source_types: [App]}}}\n"
      "  Picky: {derived_from: Root, capabilities: {d: {type: tosca.capabilities.Endpoint.Database, valid_source_types: "
      "[Db]}}}\n";
  const Model fulfilled(service(
      types +
      "topology_template: {node_templates: {app: {type: App}, other: {type: Root}, first: {type: Db}, second: {type: Db}}}\n"));
  ASSERT_TRUE(fulfilled.topology) << fulfilled.problems();
  ASSERT_EQ(fulfilled.topology->relationships.size(), 1u);
  const Relationship& found = *fulfilled.topology->relationships.begin();
  EXPECT_EQ(fulfilled.topology->nodes[found.target].name, "first");
  EXPECT_EQ(found.capability, "d");

  const Model refused(service(types + "topology_template: {node_templates: {app: {type: App, requirements: [db: {capability: "
                                      "tosca.capabilities.Endpoint.Database}]}, other: {type: Root}, picky: {type: Picky}}}\n"));
  EXPECT_EQ(refused.problems(),
            "service.yaml:6:70: error[unfulfilled-requirement]: the requirement 'db' of 'app' is not fulfilled: no node of the "
            "topology fits\n"
            "  service.yaml:6:128: 'other' has no capability of type 'tosca.capabilities.Endpoint.Database'\n"
            "  service.yaml:6:149: 'picky' does not admit 'App' as the source of its capability 'd'\n");
}

TEST(Load, ANodeFilterChooses) {
  const Model model(
      service("topology_template:\n"
              "  node_templates:\n"
              "    app: {type: SoftwareComponent, requirements: [host: {node: Compute, node_filter: {capabilities: [host: "
              "{properties: [mem_size: {greater_or_equal: 4 GB}]}]}}]}\n"
              "    small: {type: Compute, capabilities: {host: {properties: {mem_size: 2048 MB}}}}\n"
              "    large: {type: Compute, capabilities: {host: {properties: {mem_size: 8 GB}}}}\n"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_EQ(model.topology->nodes[model.topology->relationships.begin()->target].name, "large");
}

TEST(Load, ACopyStartsFromItsOriginal) {
  const Model model(
      service("node_types: {A: {derived_from: Root, properties: {x: {type: string}, y: {type: map, entry_schema: string}}}}\n"
              "topology_template:\n"
              "  node_templates:\n"
              "    a: {type: A, properties: {x: one, y: {k: v}}}\n"
              "    b: {copy: a, properties: {y: {l: w}}}\n"
              "    c: {copy: b, properties: {x: three}}\n"));
  EXPECT_EQ(model.problems(),
            "service.yaml:7:15: warning[bad-copy]: 'c' copies 'b', which is a copy itself: TOSCA wants a template that is "
            "complete (section 7.2 and 7.4 in 2.0, 3.8.3.3 and 3.8.4.3 in 1.x)\n");
  ASSERT_TRUE(model.topology);
  const NodeId c = model.topology->find_node("c");
  EXPECT_EQ(to_text(*model.topology->property(c, "x")), "three");
  EXPECT_EQ(to_text(*model.topology->property(c, "y")), R"({"k":"v","l":"w"})");
}

TEST(Load, NamesInGroupsPoliciesWorkflowsAndSubstitutionAreChecked) {
  const Model model(
      service("node_types: {A: {derived_from: Root, properties: {p: {type: string}}, capabilities: {c: {type: "
              "tosca.capabilities.Node}}}}\n"
              "topology_template:\n"
              "  node_templates: {a: {type: Root, interfaces: {Standard: {operations: {crate: x.sh}}}}}\n"
              "  groups: {g: {type: tosca.groups.Root, members: [aa]}}\n"
              "  policies: [p: {type: tosca.policies.Root, targets: [g, b]}]\n"
              "  workflows: {w: {steps: {one: {target: a, activities: [call_operation: Standrd.create], on_success: [tow]}, two: "
              "{target: a, activities: [inline: v]}}}}\n"
              "  substitution_mappings: {node_type: A, capabilities: {d: [a, feature]}}\n"));
  EXPECT_EQ(
      model.problems(),
      "service.yaml:4:73: error[unknown-name]: there is no operation of the interface 'Standard' named 'crate' (did you mean "
      "'create'?)\n"
      "service.yaml:5:51: error[unknown-name]: there is no node to be a member named 'aa' (did you mean 'a'?)\n"
      "service.yaml:6:58: error[unknown-name]: there is no node or group to be a target named 'b'\n"
      "service.yaml:7:73: error[unknown-name]: there is no interface 'Standrd' (did you mean 'Standard'?)\n"
      "service.yaml:7:103: error[unknown-name]: there is no step 'tow' (did you mean 'two'?)\n"
      "service.yaml:7:148: error[unknown-name]: there is no workflow 'v'\n"
      "service.yaml:8:26: error[bad-substitution]: 'A' requires the property 'p', but there is no input of that name to take it\n"
      "  service.yaml:2:51: it is required here\n"
      "service.yaml:8:56: error[unknown-name]: there is no capability of 'A' named 'd'\n");
}

TEST(Load, ImportsMayBeCyclicAndPrefixed) {
  const Model model({{"service.yaml", service("imports: [{file: defs/a.yaml, namespace_prefix: my}]\n"
                                              "topology_template: {node_templates: {n: {type: my:A}, m: {type: my:B}}}\n")},
                     {"defs/a.yaml", service("imports: [b.yaml]\nnode_types: {A: {derived_from: B}}\n")},
                     {"defs/b.yaml", service("imports: [../defs/a.yaml]\nnode_types: {B: {derived_from: Root}}\n")}});
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_TRUE(model.topology->derives_from(model.topology->nodes[NodeId(0)].type, "B"));
}

/// As packages of ETSI NFV do with the published types.
TEST(Load, WhatIsImportedByItsAddressMayLieBesideTheFile) {
  const Model model(
      {{"service.yaml", service("imports: [defs/a.yaml]\n"
                                "topology_template: {node_templates: {n: {type: A}}}\n")},
       {"defs/a.yaml", service("imports: ['https://example.org/raw/b.yaml']\nnode_types: {A: {derived_from: B}}\n")},
       {"defs/b.yaml", service("node_types: {B: {derived_from: Root}}\n")}});
  EXPECT_EQ(model.problems(),
            "defs/a.yaml:2:11: note[import-remote]: 'https://example.org/raw/b.yaml' is read from the file 'defs/b.yaml' of that "
            "name: nothing is fetched\n");
  EXPECT_TRUE(model.topology);
}

TEST(Load, TheSameModelInAnotherOrderHasTheSameDigest) {
  const std::string types = "node_types: {A: {derived_from: Root, properties: {x: {type: string}, y: {type: string}}}}\n";
  const Model first(
      service(types + "topology_template: {node_templates: {a: {type: A, properties: {x: 1, y: 2}}, b: {type: Root}}}\n"));
  const Model second(service(
      types + "# comment\ntopology_template: {node_templates: {b: {type: Root}, a: {type: A, properties: {y: 2, x: 1}}}}\n"));
  const Model changed(
      service(types + "topology_template: {node_templates: {a: {type: A, properties: {x: 1, y: 3}}, b: {type: Root}}}\n"));
  ASSERT_TRUE(first.topology && second.topology && changed.topology);
  EXPECT_EQ(digest_of(*first.topology), digest_of(*second.topology));
  EXPECT_NE(digest_of(*first.topology), digest_of(*changed.topology));
  const auto of = [](const Model& model, std::string_view node) {
    return digest_of(*model.topology, model.topology->find_node(node));
  };
  EXPECT_EQ(of(first, "a"), of(second, "a"));
  EXPECT_NE(of(first, "a"), of(changed, "a"));
  EXPECT_EQ(of(first, "b"), of(changed, "b")) << "only the entity that changed has another one";
}

TEST(Load, WhatAScalarIsDependsOnItsType) {
  const Model model(
      service("node_types: {A: {derived_from: Root, properties: {s: {type: string}, f: {type: float}, l: {type: list, "
              "entry_schema: string}}}}\n"
              "topology_template: {node_templates: {a: {type: A, properties: {s: 1.10, f: 1, l: [on, 007]}}}}\n"));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const auto text = [&](std::string_view name) { return to_text(*model.topology->property(NodeId(0), name)); };
  EXPECT_EQ(text("s"), "1.10");
  EXPECT_EQ(text("f"), "1.0");
  EXPECT_EQ(text("l"), R"(["on","007"])");
}

}  // namespace
}  // namespace planbuilder::tosca
