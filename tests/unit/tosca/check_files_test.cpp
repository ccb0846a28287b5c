// Packages bring along what their templates run and deploy.
#include "planbuilder/tosca/checks/check_files.h"

#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

/// What is missing of a package with one node and the file `there.sh`.
std::string missing_of(const std::string& node) {
  const testing::Model model({{"service.yaml",
                               "tosca_definitions_version: tosca_simple_yaml_1_3\n"
                               "topology_template: {node_templates: {n: {type: Compute, " +
                                   node + "}}}\n"},
                              {"there.sh", ""}});
  EXPECT_TRUE(model.topology) << model.problems();
  Diagnostics diagnostics;
  if (model.topology) check_files(*model.topology, diagnostics);
  std::string missing;
  for (const Diagnostic* each : diagnostics.sorted()) missing += each->summary + "\n";
  return missing;
}

std::string creates(const std::string& implementation) {
  return "interfaces: {Standard: {operations: {create: {implementation: " + implementation + "}}}}";
}

TEST(CheckFiles, WhatATemplateRunsIsThere) {
  EXPECT_EQ(missing_of(creates("there.sh")), "");
  EXPECT_EQ(missing_of(creates("gone.sh")), "the file 'gone.sh' is not in the archive\n");
  EXPECT_EQ(missing_of(creates("{primary: there.sh, dependencies: [gone.txt]}")), "the file 'gone.txt' is not in the archive\n");
  EXPECT_EQ(missing_of("artifacts: {a: {type: File, file: gone.txt}}"), "the file 'gone.txt' is not in the archive\n");
}

TEST(CheckFiles, NotEverythingIsAFileOfThePackage) {
  EXPECT_EQ(missing_of(creates("https://example.invalid/a.sh")), "");
  EXPECT_EQ(missing_of(creates("a_word")), "");
  EXPECT_EQ(missing_of("artifacts: {a: {type: File, file: there.sh}}, " + creates("{primary: a, dependencies: [a]}")), "");
  EXPECT_EQ(missing_of("artifacts: {image: {type: File, file: 'library/nginx:1.27'}}"), "");
}

TEST(CheckFiles, DependenciesMayBeNamesOfArtifacts) {
  const testing::Model model({{"service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    n:
      type: Compute
      artifacts: {a: {type: File, file: there.sh}}
      interfaces: {Standard: {operations: {create: {implementation: {primary: there.sh, dependencies: [a]}}}}}
)"},
                              {"there.sh", ""}});
  ASSERT_TRUE(model.topology) << model.problems();
  for (const Interface& item : model.topology->interfaces(EntityId(model.topology->find_node("n")))) {
    for (const Operation& operation : item.operations) {
      if (operation.name != "create") continue;
      ASSERT_EQ(operation.dependencies.size(), 1U);
      EXPECT_EQ(operation.dependencies.front().file, "there.sh");
      EXPECT_TRUE(operation.dependencies.front().present);
    }
  }
}

}  // namespace
}  // namespace planbuilder::tosca
