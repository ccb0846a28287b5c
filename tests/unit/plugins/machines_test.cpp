// What goes to a machine before the first operation, and which machines are waited for.
#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/support/text.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

/// `activity by plugin: step(what is special about it) ...` per line.
std::string filled(Model& model, PlanKind kind = kinds::build) {
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {kind}, model.diagnostics);
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out;
  for (const plan::Activity& activity : plan.activities) {
    out += activity.id + " by " + activity.filled_by + ":";
    for (const plan::Step& step : activity.steps) {
      out += " " + step.id.substr(activity.id.size() + 1);
      if (const auto* transfer = std::get_if<plan::Transfer>(&step.action))
        out += "(" + transfer->file + " -> " + transfer->host + ":" + transfer->to + ")";
      if (const auto* wait = std::get_if<plan::Wait>(&step.action))
        out += "(" + std::string(to_string(wait->until)) + " " + wait->host + ")";
    }
    out += "\n";
  }
  return out;
}

constexpr std::string_view service_start = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: a/b}\n";

TEST(Machines, GetTheFilesThatANodeIsMadeOf) {
  Model model({{"service.yaml", std::string(service_start) + R"(
topology_template:
  node_templates:
    vm: {type: tosca.nodes.Compute}
    app:
      type: tosca.nodes.SoftwareComponent
      requirements: [host: vm]
      artifacts:
        war: {type: tosca.artifacts.File, file: app.war}
        image: {type: tosca.artifacts.Deployment.Image.Container.Docker, file: busybox}
        script: {type: tosca.artifacts.Implementation.Bash, file: create.sh}
      interfaces: {Standard: {operations: {create: script, start: create.sh}}}
)"},
               {"app.war", ""},
               {"create.sh", ""}});
  EXPECT_EQ(filled(model),
            "vm/provision by compute: record set-started\n"
            "app.host/provision by relationship-configure: record\n"
            "app/provision by standard-lifecycle: record transfer(app.war -> vm:" +
                escape_id(model.topology->name) + "/app.war) create set-created start set-started\n")
      << model.problems();
}

TEST(Machines, AreWaitedForWhereTheyMayBeElsewhere) {
  const auto machine = [](const std::string& more) {
    Model model({{"service.yaml", std::string(service_start) + R"(
node_types:
  Machine: {derived_from: tosca.nodes.Compute, properties: {connection: {type: string, required: false}}}
topology_template:
  inputs: {ip: {type: string}}
  node_templates:
    vm: {type: Machine)" + more + "}\n"},
                 {"a.sh", ""}});
    const std::string out = filled(model);
    return out.substr(out.find(": ") + 2);
  };
  const std::string nothing = "record set-started\n";
  const std::string waits = "record wait(reachable vm) set-started\n";
  EXPECT_EQ(machine(""), nothing);
  EXPECT_EQ(machine(", attributes: {public_address: 127.0.0.1}"), nothing);
  EXPECT_EQ(machine(", attributes: {public_address: 127.0.0.1}, properties: {connection: ssh}"), waits);
  EXPECT_EQ(machine(", attributes: {public_address: 192.0.2.1}"), waits);
  EXPECT_EQ(machine(", attributes: {public_address: 192.0.2.1}, properties: {connection: local}"), nothing);
  EXPECT_EQ(machine(", attributes: {private_address: {get_input: ip}}"), waits);
  EXPECT_EQ(machine(", interfaces: {Standard: {operations: {create: {implementation: a.sh, outputs: {ip: [SELF, "
                    "public_address]}}, configure: a.sh}}}"),
            "record create set-created wait(reachable vm) configure set-configured set-started\n");
}

TEST(Machines, OfTheProfileFor20AreKnownToo) {
  Model model(std::string(R"(tosca_definitions_version: tosca_2_0
imports: [{profile: org.oasis-open.simple:2.0}]
service_template: {node_templates: {vm: {type: Compute}}}
)"));
  EXPECT_EQ(filled(model), "vm/provision by compute: record set-started\n") << model.problems();
}

}  // namespace
}  // namespace planbuilder::plugins
