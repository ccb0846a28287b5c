#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using Files = std::vector<std::pair<std::string, std::string>>;

using testing::file;

TEST(CheckUse, WarnsOfImportsOfWhichNothingIsUsed) {
  const Model model(Files{
      {"service.yaml", file("imports:\n"
                            "  - types.yaml\n"
                            "  - more.yaml\n"
                            "  - {file: prefixed.yaml, namespace_prefix: p}\n"
                            "  - behind.yaml\n"
                            "  - database.yaml\n"
                            "topology_template: {node_templates: {a: {type: A}, c: {type: C}}}\n")},
      {"types.yaml", file("node_types: {A: {derived_from: Root}}\n")},
      {"more.yaml", file("imports: [unseen.yaml]\nnode_types: {B: {derived_from: Unseen}}\n")},
      {"unseen.yaml", file("node_types: {Unseen: {derived_from: Root}}\n")},
      {"prefixed.yaml", file("node_types: {A: {derived_from: Root}}\n")},
      {"behind.yaml", file("imports: [c.yaml]\n")},
      {"c.yaml", file("node_types: {C: {derived_from: Root}}\n")},
      {"database.yaml",
       file("topology_template: {node_templates: {a: {type: Root}}, substitution_mappings: {node_type: Root}}\n")},
  });
  EXPECT_EQ(model.problems(),
            "service.yaml:4:5: warning[unused-import]: nothing of this import is used\n"
            "service.yaml:5:5: warning[unused-import]: nothing of this import is used\n");
  EXPECT_TRUE(model.topology);
}

TEST(CheckUse, FilesWithoutAServiceMayImportForOthers) {
  const Model model(Files{
      {"service.yaml", file("imports: [a.yaml, b.yaml]\n")},
      {"a.yaml", file("node_types: {A: {derived_from: Root}}\n")},
      {"b.yaml", file("imports: [a.yaml]\nnode_types: {B: {derived_from: Root}}\n")},
  });
  EXPECT_EQ(model.problems(),
            "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n");
}

TEST(CheckUse, EveryKindOfTypeCounts) {
  const Model model(Files{
      {"service.yaml", file("imports: [data.yaml, policies.yaml, artifacts.yaml]\n"
                            "node_types: {A: {derived_from: Root, properties: {x: {type: list, entry_schema: {type: D}}}}}\n"
                            "topology_template:\n"
                            "  node_templates: {a: {type: A, properties: {x: []}, artifacts: {f: {type: F, file: f}}}}\n"
                            "  policies: [{p: {type: P}}]\n")},
      {"data.yaml", file("data_types: {D: {derived_from: tosca.datatypes.Root}}\n")},
      {"policies.yaml", file("policy_types: {P: {derived_from: tosca.policies.Root}}\n")},
      {"artifacts.yaml", file("artifact_types: {F: {derived_from: tosca.artifacts.File}}\n")},
      {"f", ""},
  });
  EXPECT_EQ(model.problems(), "");
}

TEST(CheckUse, SaysNothingOfUseWhereThereAreErrors) {
  const Model model(Files{{"service.yaml", file("imports: [types.yaml]\ntopology_template: {node_templates: {a: {type: AA}}}\n")},
                          {"types.yaml", file("node_types: {A: {derived_from: Root}}\n")}});
  EXPECT_EQ(model.problems(), "service.yaml:3:48: error[unknown-type]: there is no node type 'AA' (did you mean 'A'?)\n");
}

TEST(CheckUse, SaysNothingOfFilesThatAreNotOfTheInput) {
  const testing::Folder elsewhere;
  elsewhere.write("unused.yaml", file("node_types: {B: {derived_from: Root}}\n"));
  const std::string profile =
      elsewhere.write("profile.yaml", file("imports: [unused.yaml]\nnode_types: {A: {derived_from: Root}}\n"));
  const std::string map = elsewhere.write("map.tsv", "url\thttps://example.com/profile.yaml\t" + profile + "\n");
  Sources sources;
  Diagnostics unheard;
  LoadOptions options;
  options.imports = *ImportMap::read(map, sources, unheard);
  const Model model(Files{{"service.yaml", file("imports: [\"https://example.com/profile.yaml\"]\n"
                                                "topology_template: {node_templates: {a: {type: A}}}\n")}},
                    options);
  EXPECT_EQ(model.problems(), "");
}

TEST(CheckUse, WarnsOfInputsThatNothingReads) {
  const Model model(
      file("node_types: {A: {derived_from: Root, properties: {x: {type: string}, mapped: {type: string}}}}\n"
           "topology_template:\n"
           "  inputs: {read: {type: string}, part: {type: map}, idle: {type: string, default: x}, mapped: {type: string}}\n"
           "  node_templates: {a: {type: A, properties: {x: {get_input: read}, mapped: {get_input: [part, y]}}}}\n"
           "  substitution_mappings: {node_type: A, properties: {x: [read], mapped: [part]}}\n"));
  EXPECT_EQ(model.problems(), "service.yaml:4:53: warning[unused-input]: nothing reads the input 'idle'\n");
}

TEST(CheckUse, DeprecatedNotationsAreReportedOncePerFile) {
  const std::string_view body =
      "topology_template:\n"
      "  node_templates:\n"
      "    a: {type: Root, interfaces: {Standard: {create: a.sh, start: a.sh}}}\n"
      "    b: {type: Root, interfaces: {Standard: {operations: {create: a.sh}}}}\n"
      "    c: {type: Root, interfaces: {Standard: {inputs: {x: 1}, stop: a.sh}}}\n"
      "  policies: [{p: {type: tosca.policies.Root, triggers: {t: {event_type: e, action: []}}}}]\n";
  const Model model(Files{{"service.yaml", file(body)}, {"a.sh", ""}});
  EXPECT_EQ(
      model.problems(),
      "service.yaml:4:45: warning[deprecated-notation]: an operation directly below its interface is deprecated in TOSCA 1.3: "
      "write it below 'operations' (3 places of this file)\n"
      "service.yaml:7:73: warning[deprecated-notation]: 'event_type' is deprecated in TOSCA 1.3: write 'event'\n");
  EXPECT_TRUE(model.topology);
}

TEST(CheckUse, OlderVersionsHaveNoOtherNotation) {
  const Model model(Files{{"service.yaml",
                           "tosca_definitions_version: tosca_simple_yaml_1_1\n"
                           "topology_template: {node_templates: {a: {type: Root, interfaces: {Standard: {create: a.sh}}}}}\n"},
                          {"a.sh", ""}});
  EXPECT_EQ(model.problems(), "");
}

}  // namespace
}  // namespace planbuilder::tosca
