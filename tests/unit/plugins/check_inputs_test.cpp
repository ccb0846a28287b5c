// Plans whose steps would read what is not there.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

constexpr std::string_view types_with_inputs = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {p: {type: string, default: {get_input: i}}}
    attributes: {a: {type: string}}
    capabilities: {base: {type: tosca.capabilities.Container}}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
topology_template:
  inputs: {i: {type: string}}
)";

std::string unavailable(const std::string& nodes, PlanKind kind) {
  Model model(std::string(types_with_inputs) + nodes);
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
  if (!abstract) return model.problems();
  fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const Diagnostic& item : model.diagnostics.since(0)) {
    if (item.code != Code::input_unavailable) continue;
    out += to_string(*model.sources.locate(item.at)) + ": " + item.summary + "\n";
    for (const auto& note : item.notes) out += "  " + to_string(*model.sources.locate(note.at)) + ": " + note.text + "\n";
  }
  return out;
}

TEST(CheckInputs, ARelationshipCannotReadOfWhatComesAfterIt) {
  EXPECT_EQ(unavailable(R"(
  node_templates:
    app:
      type: N
      properties: {p: {get_attribute: [other, a]}}
      requirements:
        - host:
            node: machine
            relationship:
              type: tosca.relationships.HostedOn
              interfaces: {Configure: {operations: {add_target: {implementation: x.sh, inputs: {v: {get_property: [SOURCE, p]}}}}}}
    machine: {type: N}
    other: {type: N}
)",
                        kinds::build),
            "service.yaml:22:100: 'app.host/provision/add_target' reads 'p' of 'app', which is not there by then\n"
            "  service.yaml:14:5: 'app/provision' does not come before it\n");
}

TEST(CheckInputs, APropertyThatInputsDecideIsComputedWhereItsInstanceIsNotThereYet) {
  Model model(std::string(types_with_inputs) + R"(
  node_templates:
    app:
      type: N
      properties: {p: {concat: [x, {get_property: [machine, p]}]}}
      requirements:
        - host:
            node: machine
            relationship:
              type: tosca.relationships.HostedOn
              interfaces: {Configure: {operations: {add_target: {implementation: x.sh, inputs: {v: {get_property: [SOURCE, p]}}}}}}
    machine: {type: N, properties: {p: {get_input: i}}}
)");
  const auto abstract = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  EXPECT_EQ(model.diagnostics.errors(), 0u) << model.problems();
  ASSERT_EQ(plan.inputs.size(), 1u);
  std::string read;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) read += plan::to_text(invoke->inputs.at(0).value);
    }
  }
  EXPECT_EQ(read, R"({"$concat":["x",{"$get_property":["node","machine","p"]}]})");
}

TEST(CheckInputs, NothingCanReadItsOwnAttributesBeforeItIsThere) {
  EXPECT_EQ(unavailable("  node_templates: {app: {type: N, properties: {p: {get_attribute: [SELF, a]}}}}\n", kinds::build),
            "service.yaml:12:51: 'app/provision/record' reads 'a' of 'app', which is not there by then\n"
            "  service.yaml:12:20: 'app/provision' does not come before it\n");
}

TEST(CheckInputs, AttributesHaveTheirFirstValuesWhenPropertiesAreSet) {
  EXPECT_EQ(unavailable("  node_templates: {app: {type: N, properties: {p: {get_attribute: [SELF, a]}}, attributes: {a: x}}}\n",
                        kinds::build),
            "");
}

TEST(CheckInputs, WhatIsReadLastIsRemovedLast) {
  constexpr std::string_view nodes = R"(
  node_templates:
    app:
      type: N
      interfaces: {Standard: {operations: {delete: {implementation: x.sh, inputs: {v: {get_attribute: [db, a]}}}}}}
    db: {type: N}
)";
  EXPECT_EQ(unavailable(std::string(nodes), kinds::terminate), "");
  Model model(std::string(types_with_inputs) + std::string(nodes));
  auto abstract = flow::derive(*model.topology, {kinds::terminate}, model.diagnostics);
  ASSERT_EQ(abstract->edges.size(), 1u);
  EXPECT_EQ(abstract->activities[abstract->edges[0].to].id, "db/terminate");
  abstract->edges.clear();
  fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  EXPECT_NE(model.problems().find("'app/terminate/delete' reads 'a' of 'db', which may be gone by then"), std::string::npos)
      << model.problems();
}

}  // namespace
}  // namespace planbuilder::plugins
