#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "plugins/fill_plan.h"
#include "plugins/parameters/secrets.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

/// `name=value, reason` of every input of every call, with a * where it is secret.
std::string inputs_of(Model& model) {
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {kinds::build}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      const auto* invoke = std::get_if<plan::Invoke>(&step.action);
      if (invoke == nullptr) continue;
      for (const plan::Argument& input : invoke->inputs)
        out += input.name + (input.secret ? "*" : "") + "=" + to_text(input.value) + ", " + *input.reason + "\n";
    }
  }
  for (const plan::Input& input : plan.inputs) out += "input " + input.name + (input.secret ? "*" : "") + "\n";
  return out;
}

TEST(Secrets, AreKnownByTheirNames) {
  for (const char* name : {"DBPassword", "vm_private_key", "api-token", "IBMQ_TOKEN", "key", "HypervisorApplicationSecret",
                           "ssh_key", "encryption_key", "pass", "db_connection_string"})
    EXPECT_TRUE(plan::is_secret_name(name)) << name;
  for (const char* name : {"VMKeyPairName", "VMPublicKey", "keyboard", "Port", "token_type", "bypass", "key_name"})
    EXPECT_FALSE(plan::is_secret_name(name)) << name;
}

constexpr std::string_view parameter_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Machine:
    derived_from: tosca.nodes.Root
    properties:
      VMIP: {type: string, default: 10.0.0.1}
      login: {type: string, default: x, metadata: {sensitive: "true"}}
    capabilities: {base: {type: tosca.capabilities.Container}}
  App:
    derived_from: tosca.nodes.Root
    properties: {port: {type: integer, default: 80}, dbPassword: {type: string, default: {get_input: pw}}}
    requirements: [host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}]
    interfaces:
      Standard:
        operations:
          create:
            implementation: a.sh
            inputs:
              port: {type: integer}
              IP: {type: string}
              login: {type: string}
              wanted: {type: string}
              code: {type: string, default: {get_property: [SELF, dbPassword]}}
topology_template:
  inputs: {pw: {type: string, metadata: {secret: "true"}}}
  node_templates:
    app: {type: App, requirements: [host: m]}
    m: {type: Machine}
)";

TEST(Parameters, TakeTheNearestPropertyAndSayWhy) {
  Model model({{"service.yaml", std::string(parameter_service)}, {"a.sh", ""}});
  EXPECT_EQ(inputs_of(model),
            "port=80, it is the property 'port' of 'app'\n"
            "IP=10.0.0.1, it is the property 'VMIP' of 'm', which stands for 'IP'\n"
            "login*={\"$get_input\":[\"m.login\"]}, it is the property 'login' of 'm'\n"
            "wanted={\"$get_input\":[\"wanted\"]}, nothing of that name is near, so it is an input of the plan\n"
            "code*={\"$get_input\":[\"pw\"]}, \n"
            "input pw*\n"
            "input wanted\n"
            "input m.login*\n");
}

/// top stands on host and depends on side; side depends on deep, host on nothing.
constexpr std::string_view stack = R"(tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  Login: {derived_from: tosca.datatypes.Credential}
  Plain: {derived_from: tosca.datatypes.Root, properties: {x: {type: string}}}
node_types:
  Any:
    derived_from: tosca.nodes.Root
    capabilities: {base: {type: tosca.capabilities.Container}}
    requirements: [host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}]
  Host: {derived_from: Any, properties: {both: {type: string, default: of the host}}}
  Side: {derived_from: Any, properties: {both: {type: string, default: of the side}, near: {type: string, default: of the side}}}
  Deep:
    derived_from: Any
    properties:
      near: {type: string, default: of the deep}
      far: {type: string, default: of the deep}
      entry: {type: Login, default: {user: u, token: t}}
      plain: {type: Plain, default: {x: y}}
  Linked: {derived_from: Any, capabilities: {end: {type: tosca.capabilities.Endpoint}}, properties: {linked: {type: string, default: of the linked}}}
  Top:
    derived_from: Any
    requirements: [link: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, 1]}]
    interfaces:
      Standard:
        operations:
          create:
            implementation: a.sh
            inputs: {both: {type: string}, near: {type: string}, far: {type: string}, entry: {type: Login}, plain: {type: Plain}, linked: {type: string}}
topology_template:
  node_templates:
    top: {type: Top, requirements: [dependency: side, host: host, link: linked]}
    host: {type: Host}
    side: {type: Side, requirements: [dependency: deep]}
    deep: {type: Deep, requirements: [dependency: last]}
    last: {type: Any}
    linked: {type: Linked}
)";

TEST(Parameters, AreLookedForInWhatANodeStandsOnAndDependsOn) {
  Model model({{"service.yaml", std::string(stack)}, {"a.sh", ""}});
  EXPECT_EQ(inputs_of(model),
            "both=of the host, it is the property 'both' of 'host'\n"
            "near=of the side, it is the property 'near' of 'side'\n"
            "far=of the deep, it is the property 'far' of 'deep'\n"
            "entry*={\"$get_input\":[\"deep.entry\"]}, it is the property 'entry' of 'deep'\n"
            "plain={\"x\":\"y\"}, it is the property 'plain' of 'deep'\n"
            "linked={\"$get_input\":[\"linked\"]}, nothing of that name is near, so it is an input of the plan\n"
            "input linked\n"
            "input deep.entry*\n")
      << model.problems();
}

}  // namespace
}  // namespace planbuilder::plugins
