#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using Files = std::vector<std::pair<std::string, std::string>>;

using testing::file;

LoadOptions with(std::vector<std::string> others) {
  LoadOptions options;
  options.other_definitions = std::move(others);
  return options;
}

TEST(OtherDefinitions, AreThereForTheirTypes) {
  const Model model(Files{{"service.yaml", file("topology_template: {node_templates: {a: {type: A}}}\n")},
                          {"other.yaml", file("imports: [more.yaml]\nnode_types: {A: {derived_from: B}}\n")},
                          {"more.yaml", file("node_types: {B: {derived_from: Root}}\n")}},
                    with({"other.yaml", "service.yaml", "missing.yaml"}));
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  EXPECT_TRUE(model.topology->derives_from(model.topology->nodes[NodeId(0)].type, "B"));
}

TEST(OtherDefinitions, AreThereForTheirServices) {
  const Model model(
      Files{{"service.yaml", file("topology_template: {node_templates: {a: {type: Root, directives: [substitute]}}}\n")},
            {"other.yaml",
             file("topology_template: {node_templates: {b: {type: Root}}, substitution_mappings: {node_type: Root}}\n")}},
      with({"other.yaml"}));
  ASSERT_TRUE(model.topology) << model.problems();
  EXPECT_EQ(model.topology->nodes[NodeId(0)].name, "a.b");
}

TEST(OtherDefinitions, AreNeverTheServiceToPlan) {
  const Model model(Files{{"service.yaml", file("node_types: {A: {derived_from: Root}}\n")},
                          {"other.yaml", file("topology_template: {node_templates: {b: {type: Root}}}\n")}},
                    with({"other.yaml"}));
  EXPECT_EQ(model.problems(),
            "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n");
  ASSERT_TRUE(model.topology);
  EXPECT_TRUE(model.topology->nodes.empty());
}

TEST(OtherDefinitions, HaveTheirProblemsReported) {
  const Model model(Files{{"service.yaml", file("topology_template: {node_templates: {a: {type: Root}}}\n")},
                          {"other.yaml", file("node_types: {A: {derived_from: Rot}}\n")}},
                    with({"other.yaml"}));
  EXPECT_EQ(model.problems(), "other.yaml:2:32: error[unknown-type]: there is no node type 'Rot'\n");
}

}  // namespace
}  // namespace planbuilder::tosca
