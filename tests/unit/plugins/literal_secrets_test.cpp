// Secrets that a model writes out: what of them is in a plan, and what runs are asked for.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/plan/plan_json.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

constexpr std::string_view told_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Database:
    derived_from: tosca.nodes.Root
    properties:
      password: {type: string, default: hunter-of-type}
      login: {type: tosca.datatypes.Credential, required: false}
      port: {type: integer, default: 5432}
    attributes: {address: {type: string}}
  App:
    derived_from: tosca.nodes.Root
    requirements: [database: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn, occurrences: [0, 9]}]
topology_template:
  inputs:
    admin_password: {type: string, default: hunter-of-input}
    port: {type: integer, default: 80}
  node_templates:
    first: {type: Database}
    second:
      type: Database
      properties: {password: hunter-of-node, login: {user: me, token: hunter-of-map}}
      interfaces: {Standard: {operations: {create: a.sh, delete: {implementation: a.sh, inputs: {password: {get_property: [SELF, password]}}}}}}
    app:
      type: App
      requirements: [database: first, database: second]
      interfaces:
        Standard:
          operations:
            create:
              implementation: a.sh
              inputs:
                of_type: {get_property: [first, password]}
                of_node: {get_property: [second, password]}
                of_map: {get_property: [second, login, token]}
                whole: {concat: ["db://", {get_property: [second, password]}, "@", {get_attribute: [second, address]}]}
                known: {concat: ["x-", {get_property: [second, password]}]}
                admin: {get_input: admin_password}
                api_token: hunter-of-operation
                nothing_password: ""
                port: {get_input: port}
  outputs:
    shown: {value: {get_property: [second, password]}}
)";

struct Filled {
  plan::Plan plan;
  LiteralSecrets secrets;

  [[nodiscard]] std::string inputs() const {
    std::string out;
    for (const plan::Input& input : plan.inputs)
      out += input.name + (input.secret ? "*" : "") + ": " + input.type + (input.default_value ? " has a default" : "") + "\n";
    return out;
  }
  [[nodiscard]] std::string values() const {
    std::string out;
    for (const auto& [name, value] : secrets) out += name + "=" + to_text(value) + "\n";
    return out;
  }
  [[nodiscard]] std::string argument(std::string_view name) const {
    for (const plan::Activity& activity : plan.activities) {
      for (const plan::Step& step : activity.steps) {
        const auto* invoke = std::get_if<plan::Invoke>(&step.action);
        if (invoke == nullptr) continue;
        for (const plan::Argument& input : invoke->inputs) {
          if (input.name == name) return to_text(input.value);
        }
      }
    }
    return "none";
  }
};

Filled fill(Model& model, const PlanKind& kind) {
  const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
  Filled filled;
  filled.plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics, &filled.secrets);
  return filled;
}

TEST(LiteralSecrets, AreInputsOfPlansAndNowhereElse) {
  Model model(told_service);
  ASSERT_TRUE(model.topology) << model.problems();
  const Filled build = fill(model, kinds::build);
  EXPECT_EQ(to_json(build.plan).find("hunter"), std::string::npos) << to_json(build.plan);
  EXPECT_EQ(build.inputs(),
            "admin_password*: string\nport: integer has a default\nfirst.password*: string\nsecond.password*: string\n"
            "second.login*: tosca.datatypes.Credential\napp.create.known*: string\napp.create.api_token*: string\n");
  EXPECT_EQ(build.values(),
            "admin_password=hunter-of-input\napp.create.api_token=hunter-of-operation\napp.create.known=x-hunter-of-node\n"
            "first.password=hunter-of-type\n"
            R"(second.login={"user":"me","token":"hunter-of-map"})"
            "\nsecond.password=hunter-of-node\n");
}

TEST(LiteralSecrets, HaveOneNameWhoeverIsGivenThem) {
  Model model(told_service);
  ASSERT_TRUE(model.topology) << model.problems();
  const Filled build = fill(model, kinds::build);
  EXPECT_EQ(build.argument("of_type"), R"({"$get_input":["first.password"]})");
  EXPECT_EQ(build.argument("of_node"), R"({"$get_input":["second.password"]})");
  EXPECT_EQ(build.argument("of_map"), R"({"$get_input":["second.login","token"]})");
  EXPECT_EQ(build.argument("nothing_password"), "");
  EXPECT_EQ(to_text(build.plan.outputs.front().value), R"({"$get_input":["second.password"]})");
  EXPECT_NE(build.argument("whole").find(R"({"$get_input":["second.password"]})"), std::string::npos) << build.argument("whole");
  const Filled terminate = fill(model, kinds::terminate);
  EXPECT_EQ(terminate.inputs(), "second.password*: string\n");
  EXPECT_EQ(terminate.argument("password"), R"({"$get_input":["second.password"]})");
}

TEST(LiteralSecrets, EachIsAWarningAtItsPlace) {
  Model model(told_service);
  ASSERT_TRUE(model.topology) << model.problems();
  fill(model, kinds::build);
  fill(model, kinds::terminate);
  std::string places;
  for (const Diagnostic* diagnostic : model.diagnostics.sorted()) {
    if (diagnostic->code == Code::literal_secret)
      places += std::to_string(diagnostic->at.line) + " " + diagnostic->summary + "\n";
  }
  EXPECT_EQ(places,
            "6 the model writes out a secret: 'first.password'\n15 the model writes out a secret: 'admin_password'\n"
            "21 the model writes out a secret: 'second.password'\n21 the model writes out a secret: 'second.login'\n"
            "36 the model writes out a secret: 'app.create.known'\n38 the model writes out a secret: 'app.create.api_token'\n");
}

TEST(LiteralSecrets, AnInputOfTheServiceKeepsItsName) {
  Model model(R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N: {derived_from: tosca.nodes.Root, properties: {password: {type: string}}}
topology_template:
  inputs: {n.password: {type: string}}
  node_templates:
    n: {type: N, properties: {password: literal}}
    m: {type: N, properties: {password: {get_input: n.password}}}
)");
  ASSERT_TRUE(model.topology) << model.problems();
  const Filled build = fill(model, kinds::build);
  EXPECT_EQ(build.inputs(), "n.password*: string\nn.password.2*: string\n");
  EXPECT_EQ(build.values(), "n.password.2=literal\n");
}

}  // namespace
}  // namespace planbuilder::plugins
