// What a plan says of its inputs, and which of its values are secret.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/plan/walk.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

plan::Plan build_of(Model& model, PlanKind kind = kinds::build) {
  EXPECT_TRUE(model.topology) << model.problems();
  const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
  plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  EXPECT_EQ(model.diagnostics.errors(), 0u) << model.problems();
  return plan;
}

/// `name: type as written_as; clause value (words)...`
std::string inputs_in_words(const plan::Plan& plan) {
  std::string out;
  for (const plan::Input& input : plan.inputs) {
    out += input.name + ": " + input.type + (input.written_as.empty() ? "" : " as " + input.written_as);
    for (const plan::Constraint& constraint : input.constraints)
      out += "; " + constraint.clause + " " + to_text(constraint.value) + " (" + constraint.words + ")";
    out += "\n";
  }
  return out;
}

TEST(DescribeInput, KnowsTheEntriesOfListsAndMaps) {
  Model model(R"(tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  Port: {derived_from: integer, constraints: [in_range: [1, 65535]]}
  Ports: {derived_from: list, entry_schema: {type: Port}}
  Pair: {properties: {a: {type: string}}}
topology_template:
  inputs:
    ports: {type: list, entry_schema: {type: Port, constraints: [greater_than: 1023]}, constraints: [min_length: 1]}
    named: {type: map, entry_schema: {type: scalar-unit.size}}
    pairs: {type: list, entry_schema: {type: Pair}}
    typed: {type: Ports}
  node_templates: {n: {type: tosca.nodes.Root}}
  outputs: {a: {value: [{get_input: ports}, {get_input: named}, {get_input: pairs}, {get_input: typed}]}}
)");
  const plan::Plan plan = build_of(model);
  EXPECT_EQ(
      inputs_in_words(plan),
      "ports: list; min_length 1 (at least 1 entry long); entries integer (a list with entries of the type Port); "
      "each_greater_than 1023 (a list with entries that are greater than 1023); each_in_range [1,65535] (a list with entries "
      "that are between 1 and 65535)\n"
      "named: map; entries scalar-unit.size (a map with entries of the type scalar-unit.size)\n"
      "pairs: list; entries map (a list with entries of the type Pair)\n"
      "typed: Ports as list; entries integer (a list with entries of the type Port); each_in_range [1,65535] (a list with "
      "entries that are between 1 and 65535)\n");
  EXPECT_EQ(plan.inputs[1].units.at("kB"), "1000");
}

TEST(DescribeInput, HasTheConstraintsOfItselfAndOfItsTypes) {
  Model model(R"(tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  Port: {derived_from: integer, constraints: [in_range: [1, 65535]]}
  HighPort: {derived_from: Port, constraints: [greater_than: 1023]}
  Pair: {properties: {a: {type: string}}}
topology_template:
  inputs:
    port: {type: HighPort, description: where it listens, constraints: [valid_values: [8080, 9090]]}
    name: {type: string, constraints: [pattern: '[a-z]+', min_length: 2]}
    memory: {type: scalar-unit.size, default: 1 GB, constraints: [less_or_equal: 4 GB]}
    pair: {type: Pair}
    open: {type: integer, default: 1, constraints: [in_range: [0, UNBOUNDED]]}
    unused: {type: string}
  node_templates: {n: {type: tosca.nodes.Root}}
  outputs:
    a: {value: {get_input: port}}
    b: {value: {get_input: name}}
    c: {value: {get_input: memory}}
    d: {value: {get_input: pair}}
    e: {value: {get_input: open}}
)");
  const plan::Plan plan = build_of(model);
  EXPECT_EQ(inputs_in_words(plan),
            "port: HighPort as integer; valid_values [8080,9090] (one of 8080, 9090); greater_than 1023 (greater than 1023); "
            "in_range [1,65535] (between 1 and 65535)\n"
            "name: string; pattern [a-z]+ (text that matches '[a-z]+'); min_length 2 (at least 2 characters long)\n"
            "memory: scalar-unit.size; less_or_equal 4 GB (at most '4 GB')\n"
            "pair: Pair as map\n"
            "open: integer; in_range [0,null] (at least 0)\n");
  EXPECT_EQ(plan.inputs[0].description, "where it listens");
  EXPECT_EQ(plan.inputs[2].units.at("MB"), "1000000");
  EXPECT_EQ(plan.inputs[2].units.at("B"), "1");
}

TEST(DescribeInput, SaysValidationsOf2_0AsClausesWhereItCan) {
  Model model(R"(tosca_definitions_version: tosca_2_0
data_types:
  Length:
    derived_from: scalar
    units: {m: 1, cm: 0.01, inch: 0.0254}
    canonical_unit: m
node_types: {N: {}}
service_template:
  node_templates: {n: {type: N}}
  inputs:
    a: {type: integer, validation: {$and: [{$greater_than: [$value, 1]}, {$less_than: [$value, 9]}]}}
    b: {type: string, validation: {$less_or_equal: [{$length: [$value]}, 3]}}
    c: {type: integer, validation: {$or: [{$equal: [$value, 1]}, {$equal: [$value, 3]}]}}
    d: {type: Length}
  outputs:
    a: {value: {$get_input: a}}
    b: {value: {$get_input: b}}
    c: {value: {$get_input: c}}
    d: {value: {$get_input: d}}
)");
  const plan::Plan plan = build_of(model);
  EXPECT_EQ(inputs_in_words(plan),
            "a: integer; greater_than 1 (greater than 1); less_than 9 (less than 9)\n"
            "b: string; max_length 3 (at most 3 characters long)\n"
            "c: integer; validation $or: [{$equal: [$value, 1]}, {$equal: [$value, 3]}] "
            "(so that $or: [{$equal: [$value, 1]}, {$equal: [$value, 3]}] is true)\n"
            "d: Length as scalar\n");
  EXPECT_EQ(plan.inputs[3].units, (std::map<std::string, std::string>{{"cm", "1"}, {"inch", ""}, {"m", "100"}}));
}

/// The secret arguments and outputs, and what they are.
std::string secrets_of(const plan::Plan& plan) {
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      plan::for_each_argument(step, [&](const plan::Argument& argument) {
        if (argument.secret) out += step.id + " " + argument.name + " = " + to_text(argument.value) + "\n";
      });
      if (const auto* invoke = std::get_if<plan::Invoke>(&step.action)) {
        for (const plan::OutputMapping& mapping : invoke->outputs) {
          if (mapping.secret) out += step.id + " gives " + mapping.attribute + "\n";
        }
      }
    }
  }
  for (const plan::Output& output : plan.outputs) {
    if (output.secret) out += "output " + output.name + "\n";
  }
  return out;
}

constexpr std::string_view secret_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties:
      login: {type: string, default: {get_input: pw}, metadata: {secret: "true"}}
      fixed: {type: string, default: literal, metadata: {secret: "true"}}
      url: {type: string, default: {concat: [x, {get_property: [SELF, fixed]}]}}
      dsn: {type: string, default: {concat: [y, {get_property: [SELF, login]}]}}
      plain: {type: string, default: {concat: [z, {get_input: port}]}}
    attributes: {session: {type: string}, seen: {type: string}}
    interfaces:
      Standard:
        operations:
          create:
            implementation: a.sh
            outputs: {api_token: [SELF, session], pid: [SELF, seen]}
          configure:
            implementation: b.sh
            inputs:
              a: {type: string, default: {get_property: [SELF, url]}}
              b: {type: string, default: {get_property: [SELF, dsn]}}
              c: {type: string, default: {get_property: [SELF, plain]}}
              d: {type: string, default: {get_attribute: [SELF, session]}}
              e: {type: string, default: {get_attribute: [SELF, seen]}}
topology_template:
  inputs: {pw: {type: string, metadata: {secret: "true"}}, port: {type: string}}
  node_templates:
    n: {type: N}
    m: {type: N, properties: {plain: {get_attribute: [n, session]}}}
  outputs:
    all: {value: {concat: ["a", {token: [{get_attribute: [n, session]}, ":", 0]}]}}
    some: {value: {get_property: [n, plain]}}
    other: {value: {get_property: [n, dsn]}}
)";

TEST(FollowSecrets, ThroughFunctionsPropertiesAttributesAndOutputs) {
  Model model{std::string(secret_service)};
  const std::string found = secrets_of(build_of(model));
  for (const char* line : {"n/provision/record login = ", "n/provision/record fixed = {\"$get_input\":[\"n.fixed\"]}\n",
                           "n/provision/record url = {\"$get_input\":[\"n.url\"]}\n", "n/provision/record dsn = ",
                           "n/provision/create gives session\n", "n/provision/configure a = {\"$get_input\":[\"n.url\"]}\n",
                           "n/provision/configure b = ", "n/provision/configure d = ", "m/provision/record plain = ",
                           "m/provision/configure c = ", "output all\n", "output other\n"})
    EXPECT_NE(found.find(line), std::string::npos) << line << "\n" << found;
  for (const char* line :
       {"n/provision/record plain", "n/provision/configure c ", "n/provision/configure e ", "gives seen", "output some"})
    EXPECT_EQ(found.find(line), std::string::npos) << line << "\n" << found;
}

TEST(FollowSecrets, WhatIsSecretIsComputedAgainFromInputs) {
  Model model{std::string(secret_service)};
  const std::string found = secrets_of(build_of(model));
  EXPECT_NE(found.find("n/provision/configure b = {\"$concat\":[\"y\",{\"$get_input\":[\"pw\"]}]}\n"), std::string::npos)
      << found;
}

}  // namespace
}  // namespace planbuilder::plugins
