#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::file;
using testing::Model;
using LibraryFiles = std::vector<std::pair<std::string, std::string>>;

/// A service with one node of a type of a library.
Model with_library(const std::string& type, const std::string& library) {
  return Model(LibraryFiles{
      {"service.yaml", file("imports: [lib/types.yaml]\ntopology_template: {node_templates: {a: {type: " + type + "}}}\n")},
      {"lib/types.yaml", file(library)}});
}

constexpr std::string_view faulty =
    "node_types:\n"
    "  Good: {derived_from: Root}\n"
    "  Misspelt: {derived_from: Root, propertys: {}}\n"
    "  Heir: {derived_from: Misspelt}\n"
    "  Lost: {derived_from: Gone}\n"
    "  Wrong: {derived_from: Root, properties: {n: {type: integer, default: x}}}\n";

constexpr std::string_view spared = ": this is no more than a warning: nothing needs this imported node type\n";

TEST(SpareUnneeded, WarnsOfFaultsInTypesThatNothingNeeds) {
  const Model model = with_library("Good", std::string(faulty));
  const std::string note(spared);
  EXPECT_EQ(model.problems(),
            "lib/types.yaml:4:34: warning[unknown-keyname]: unknown keyname 'propertys' in a node type (did you mean "
            "'properties'?)\n"
            "  lib/types.yaml:4:3" +
                note +
                "lib/types.yaml:6:24: warning[unknown-type]: there is no node type 'Gone' (did you mean 'Good'?)\n"
                "  lib/types.yaml:6:3" +
                note +
                "lib/types.yaml:7:72: warning[wrong-value]: the default of the property 'n' must be an integer\n"
                "  lib/types.yaml:7:3" +
                note);
  EXPECT_TRUE(model.topology);
}

/// What is tolerated is found after the fault in the library.
TEST(SpareUnneeded, TheTextAloneStillCountsAfterwards) {
  const LibraryFiles files = {
      {"service.yaml", file("imports: [types.yaml]\n"
                            "topology_template: {node_templates: {a: {type: Good}, b: {copy: a}, c: {copy: b}}}\n")},
      {"types.yaml", file(std::string(faulty))}};
  EXPECT_TRUE(Model(files).topology);
  const Model strict(files, {}, true);
  EXPECT_EQ(strict.diagnostics.errors(), 1U) << strict.problems();
  EXPECT_NE(strict.problems().find("error[bad-copy]"), std::string::npos) << strict.problems();
}

/// By what came into the grammar later: functions of services, notifications with inputs, relationships of requirements.
TEST(SpareUnneeded, WhatServicesAndRequirementsSayOfDataIsNeeded) {
  const std::string library = "tosca_definitions_version: tosca_2_0\ndata_types: {D: {derived_from: string, propertys: {}}}\n";
  const std::string rest[] = {
      "service_template: {functions: {f: {signatures: [{result: {type: D}, implementation: f.sh}]}}, node_templates: {}}\n",
      "interface_types: {I: {notifications: {n: {inputs: {i: {type: D}}}}}}\n",
      "capability_types: {C: {}}\nrelationship_types: {R: {properties: {p: {type: string}}}}\n"
      "node_types: {N: {requirements: [{r: {capability: C, relationship: {type: R, properties: {p: {type: D}}}}}]}}\n",
      "service_template: {node_templates: {}, workflows: {w: {inputs: {i: {type: D}}, steps: {}}}}\n"};
  for (const std::string& text : rest) {
    const Model model(LibraryFiles{{"service.yaml", "tosca_definitions_version: tosca_2_0\nimports: [types.yaml]\n" + text},
                                   {"types.yaml", library},
                                   {"f.sh", "true\n"}});
    EXPECT_TRUE(model.diagnostics.has_errors()) << text << model.problems();
  }
}

TEST(SpareUnneeded, WhatATemplateIsOfIsNeeded) {
  for (const std::string type : {"Misspelt", "Heir", "Lost", "Wrong"}) {
    const Model model = with_library(type, std::string(faulty));
    EXPECT_TRUE(model.diagnostics.has_errors()) << type;
    EXPECT_FALSE(model.topology) << type;
  }
}

TEST(SpareUnneeded, WhatATypeIsMadeOfIsNeeded) {
  const std::string parts =
      "data_types: {D: {propertys: {}}, E: {derived_from: tosca.datatypes.Root}}\n"
      "capability_types: {C: {propertys: {}}}\n"
      "relationship_types: {R: {propertys: {}}}\n"
      "interface_types: {I: {derived_from: Gone}}\n"
      "artifact_types: {F: {propertys: {}}}\n"
      "node_types:\n"
      "  Good: {derived_from: Root, requirements: [{r: {capability: tosca.capabilities.Node, node: Other, occurrences: [0, "
      "1]}}]}\n"
      "  Other: {propertys: {}}\n"
      "  D: {derived_from: Root, properties: {p: {type: list, entry_schema: D, required: false}}}\n"
      "  C: {derived_from: Root, capabilities: {c: C}}\n"
      "  R: {derived_from: Root, requirements: [{r: {capability: tosca.capabilities.Node, relationship: R}}]}\n"
      "  I: {derived_from: Root, interfaces: {i: {type: I}}}\n"
      "  F: {derived_from: Root, artifacts: {f: {type: F, file: f}}}\n";
  EXPECT_FALSE(with_library("Good", parts).diagnostics.has_errors());  // what it may be joined with is no part of it
  for (const std::string type : {"D", "C", "R", "I", "F"})
    EXPECT_TRUE(with_library(type, parts).diagnostics.has_errors()) << type;
}

TEST(SpareUnneeded, TheEntryFileIsRefusedWithAnyFault) {
  const Model model(file("node_types: {Bad: {derived_from: Gone}}\ntopology_template: {node_templates: {a: {type: Root}}}\n"));
  EXPECT_TRUE(model.diagnostics.has_errors());
  const Model importing(LibraryFiles{{"service.yaml", file("imports: [t.yaml]\nnode_types: {Own: {derived_from: Bad}}\n"
                                                           "topology_template: {node_templates: {a: {type: Root}}}\n")},
                                     {"t.yaml", file("node_types: {Bad: {derived_from: Gone}}\n")}});
  EXPECT_TRUE(importing.diagnostics.has_errors());
}

TEST(SpareUnneeded, OnlyTypesAreSpared) {
  EXPECT_TRUE(with_library("Root", "nodes_types: {}\n").diagnostics.has_errors());
  EXPECT_TRUE(with_library("Root", "node_types: {A: {derived_from: Root}, A: {derived_from: Root}}\n").diagnostics.has_errors());
  EXPECT_TRUE(with_library("Root", "repositories: {r: {description: nowhere}}\n").diagnostics.has_errors());
}

TEST(SpareUnneeded, WhatAnAliasShowsElsewhereIsNotSpared) {
  const std::string shared =
      "node_types:\n"
      "  Bad: {derived_from: Root, properties: &p {n: {type: gone, required: false}}}\n"
      "  Good: {derived_from: Root, properties: *p}\n";
  EXPECT_TRUE(with_library("Good", shared).diagnostics.has_errors());
}

TEST(SpareUnneeded, ServicesThatMayStandForNodesNeedTheirTypes) {
  const Model model(
      LibraryFiles{{"service.yaml", file("imports: [s.yaml, t.yaml]\ntopology_template: {node_templates: {a: {type: Root}}}\n")},
                   {"s.yaml", file("imports: [t.yaml]\ntopology_template: {node_templates: {b: {type: Bad}}, "
                                   "substitution_mappings: {node_type: Root}}\n")},
                   {"t.yaml", file("node_types: {Bad: {derived_from: Gone}}\n")}});
  EXPECT_TRUE(model.diagnostics.has_errors());
}

}  // namespace
}  // namespace planbuilder::tosca
