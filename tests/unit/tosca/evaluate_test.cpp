#include <gtest/gtest.h>

#include "planbuilder/tosca/values/evaluate.h"
#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

constexpr std::string_view evaluate_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  App:
    derived_from: tosca.nodes.Root
    properties:
      known: {type: string, default: fixed}
      asked: {type: string, default: {get_input: word}}
      data: {type: map, required: false}
      value: {type: string, required: false}
    attributes:
      address: {type: string}
    capabilities:
      base: {type: tosca.capabilities.Container}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
  Machine:
    derived_from: tosca.nodes.Compute
    capabilities:
      base: {type: tosca.capabilities.Container}
topology_template:
  inputs:
    word: {type: string}
  node_templates:
    app:
      type: App
      properties:
        data: {list: [a, b]}
        value: VALUE
      requirements:
        - host: below
    below:
      type: App
      requirements:
        - host: bottom
    bottom:
      type: Machine
  relationship_templates: {}
)";

/// The value of a property of `app`, evaluated.
std::string evaluated(std::string value) {
  std::string with_value(evaluate_service);
  with_value.replace(with_value.find("VALUE"), 5, value);
  const testing::Model model(with_value);
  if (!model.topology) return model.problems();
  const NodeId app = model.topology->find_node("app");
  return to_text(evaluate({*model.topology, app}, *model.topology->property(app, "value")));
}

TEST(Evaluate, PutsInWhatIsKnown) {
  EXPECT_EQ(evaluated("{get_property: [SELF, known]}"), "fixed");
  EXPECT_EQ(evaluated("{get_property: [below, known]}"), "fixed");
  EXPECT_EQ(evaluated("{get_property: [SELF, host, known]}"), "fixed");
  EXPECT_EQ(evaluated("{get_property: [SELF, data, list, 1]}"), "b");
  EXPECT_EQ(evaluated("{concat: [a, {get_property: [SELF, known]}, 1.10]}"), "afixed1.10");
  EXPECT_EQ(evaluated("{join: [[a, b, c], '-']}"), "a-b-c");
  EXPECT_EQ(evaluated("{token: ['a:b-c', ':-', 2]}"), "c");
}

TEST(Evaluate, LeavesToTheRunWhatOnlyItKnows) {
  EXPECT_EQ(evaluated("{get_input: word}"), R"({"$get_input":["word"]})");
  EXPECT_EQ(evaluated("{get_property: [below, asked]}"), R"({"$get_property":["node","below","asked"]})");
  EXPECT_EQ(evaluated("{get_attribute: [SELF, address]}"), R"({"$get_attribute":["node","app","address"]})");
  EXPECT_EQ(evaluated("{get_operation_output: [SELF, Standard, create, id]}"),
            R"({"$get_operation_output":["node","app","Standard","create","id"]})");
  EXPECT_EQ(evaluated("{concat: [a, {get_input: word}]}"), R"({"$concat":["a",{"$get_input":["word"]}]})");
}

TEST(Evaluate, HostLooksDownTheWholeStack) {
  EXPECT_EQ(evaluated("{get_attribute: [HOST, address]}"), R"({"$get_attribute":["node","below","address"]})");
  EXPECT_EQ(evaluated("{get_attribute: [HOST, private_address]}"), R"({"$get_attribute":["node","bottom","private_address"]})");
}

TEST(Evaluate, WhatLeadsNowhereIsAnErrorAtItsPlace) {
  EXPECT_EQ(evaluated("{get_property: [belo, known]}"),
            "service.yaml:28:32: error[bad-function]: there is no node 'belo' (did you mean 'below'?)\n");
  EXPECT_EQ(evaluated("{get_property: [SELF, knwn]}"),
            "service.yaml:28:38: error[bad-function]: 'app' has no property or attribute 'knwn'\n");
  EXPECT_EQ(evaluated("{get_property: [SELF, data, list, 7]}"),
            "service.yaml:28:16: error[bad-function]: the path leads nowhere: there is no '7'\n");
  EXPECT_EQ(evaluated("{get_property: [SOURCE, known]}"),
            "service.yaml:28:32: error[bad-function]: 'SOURCE' has no meaning here\n");
  EXPECT_EQ(evaluated("{get_property: [SELF]}"),
            "service.yaml:28:16: error[bad-function]: get_property takes an entity and a name, for example [SELF, port]\n");
  EXPECT_EQ(evaluated("{token: [a, ':', 3]}"), "service.yaml:28:16: error[bad-function]: the text has only 1 part\n");
  EXPECT_EQ(evaluated("{get_property: [SELF, value]}"),
            "service.yaml:28:16: error[bad-function]: the value is defined by itself, or unfolds into too much\n");
}

TEST(Evaluate, IndexesThatNoListHasAreNoCrash) {
  EXPECT_NE(evaluated("{get_property: [SELF, data, list, 99999999999999999999999999]}").find("the path leads nowhere"),
            std::string::npos);
  EXPECT_NE(evaluated("{token: [a, ':', 99999999999999999999999999]}").find("error[bad-function]"), std::string::npos);
}

TEST(Evaluate, ValuesThatUnfoldWithoutEndAreRefused) {
  std::string types =
      "tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  A:\n    derived_from: Root\n    properties:\n";
  std::string assignments;
  for (int i = 0; i <= 40; ++i) {
    const std::string next = "{get_property: [SELF, p" + std::to_string(i + 1) + "]}";
    types += "      p" + std::to_string(i) + ": {type: string}\n";
    assignments += "        p" + std::to_string(i) + ": " + (i == 40 ? "x" : "{concat: [" + next + ", " + next + "]}") + "\n";
  }
  const testing::Model model(types + "topology_template:\n  node_templates:\n    a:\n      type: A\n      properties:\n" +
                             assignments);
  EXPECT_FALSE(model.topology);
  EXPECT_NE(model.problems().find("unfolds into too much"), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::tosca
