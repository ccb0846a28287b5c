#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

/// What is called for the connection of a and b, whose types have these interfaces: `entity.operation(input=value,...)`.
std::string calls(const std::string& of_a, const std::string& of_b) {
  Model model({{"service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  A:
    derived_from: tosca.nodes.Root
    properties: {name: {type: string, default: of a}}
    requirements: [link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo}]
    interfaces: {)" + of_a + R"(}
  B:
    derived_from: tosca.nodes.Root
    properties: {name: {type: string, default: of b}}
    capabilities: {link: {type: tosca.capabilities.Endpoint}}
    interfaces: {)" + of_b + R"(}
topology_template:
  node_templates:
    a: {type: A, requirements: [link: b]}
    b: {type: B}
)"},
               {"x.sh", ""}});
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    if (activity.entity.kind != plan::Entity::Kind::relationship) continue;
    for (const plan::Step& step : activity.steps) {
      const auto* invoke = std::get_if<plan::Invoke>(&step.action);
      if (invoke == nullptr) continue;
      out += (invoke->entity ? invoke->entity->id : "?") + "." + invoke->operation + "(";
      for (const plan::Argument& input : invoke->inputs) out += input.name + "=" + to_text(input.value) + ",";
      out += ") ";
    }
  }
  return out;
}

std::string connector(const std::string& name) {
  return "'" + name + "': {type: tosca.interfaces.Root, connectTo: {implementation: x.sh, inputs: {name: {type: string}, " +
         "SOURCE_name: {type: string}}}}";
}
const std::string lifecycle = ", Standard: {start: x.sh, stop: x.sh}";
const std::string connections = "http://opentosca.org/interfaces/connections";

TEST(ConnectsTo, CallsTheTargetFirstAndLooksAtTheOtherEndFirst) {
  EXPECT_EQ(calls(connector("any"), connector("any")),
            "b.connectTo(name=of a,SOURCE_name=of a,) a.connectTo(name=of b,SOURCE_name=of a,) ");
  EXPECT_EQ(calls("", ""), "");
}

TEST(ConnectsTo, NamesOfInterfacesRestrictSideAndPeer) {
  EXPECT_EQ(calls(connector(connections + "/target/B"), connector(connections + "/source/A")), "");
  EXPECT_EQ(calls(connector(connections + "/source/C"), ""), "");
  EXPECT_EQ(calls(connector(connections + "/source/B_1.0-w1"), ""), "a.connectTo(name=of b,SOURCE_name=of a,) ");
}

TEST(ConnectsTo, InterruptsTheNodeThatIsCalledWhereTheInterfaceSaysSo) {
  EXPECT_EQ(calls(connector(connections + "/nonInterruptive") + lifecycle, ""),
            "a.stop() a.connectTo(name=of b,SOURCE_name=of a,) a.start() ");
  EXPECT_EQ(calls(connector(connections) + lifecycle, ""), "a.connectTo(name=of b,SOURCE_name=of a,) ");
}

}  // namespace
}  // namespace planbuilder::plugins
