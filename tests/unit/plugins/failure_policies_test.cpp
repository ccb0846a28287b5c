// Policies of the model that say what failures do.

#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "plugins/failure_policies.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"

namespace planbuilder::plugins {
namespace {

std::string failure_in_words(const plan::Failure& failure) {
  return std::string(to_string(failure.policy)) + (failure.retries > 0 ? " " + std::to_string(failure.retries) : "");
}

/// "stop; db: retry 5, create 60, start 9; app: create", with what differs from the plan.
std::string filled_with_policies(const std::string& policies, const std::string& head, const std::string& body) {
  testing::Model model(head + body + policies);
  if (!model.topology) return model.problems();
  const auto abstract = flow::derive(*model.topology, {}, model.diagnostics);
  if (!abstract) return model.problems();
  const plan::Plan plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  std::string out = failure_in_words(plan.failure);
  for (const plan::Activity& activity : plan.activities) {
    out += "; " + activity.entity.id + ":";
    if (activity.failure.present()) out += " " + failure_in_words(*activity.failure);
    for (const plan::Step& step : activity.steps) {
      const auto* invoke = std::get_if<plan::Invoke>(&step.action);
      if (invoke == nullptr) continue;
      out += " " + invoke->operation + (invoke->timeout ? " " + std::to_string(*invoke->timeout) : "");
      if (step.undo.present() && step.undo->timeout) out += "/" + std::to_string(*step.undo->timeout);
    }
  }
  return out;
}

std::string filled_1_3(const std::string& policies) {
  return filled_with_policies(policies, "tosca_definitions_version: tosca_simple_yaml_1_3\n", R"(node_types:
  N:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {operations: {create: s.sh, start: {implementation: {primary: s.sh, timeout: 9}}, stop: s.sh, delete: s.sh}}}
topology_template:
  inputs: {often: {type: integer, default: 2}}
  node_templates: {db: {type: N}, app: {type: N}}
  groups: {all: {type: tosca.groups.Root, members: [db, app]}}
  policies:
)");
}

TEST(FailurePolicies, OfTheServiceAreOfThePlan) {
  EXPECT_EQ(filled_1_3("    - p: {type: planbuilder.policies.Failure, properties: {policy: undo, timeout: 60}}\n"),
            "undo; db: create 60 start 9; app: create 60 start 9");
  EXPECT_EQ(filled_1_3("    - p: {type: planbuilder.policies.Failure}\n"), "stop; db: create start 9; app: create start 9");
  EXPECT_EQ(filled_1_3("    - p: {type: planbuilder.policies.Failure, properties: {policy: retry}}\n"),
            "retry 3; db: create start 9; app: create start 9");
}

TEST(FailurePolicies, OfNodesAreOfTheirActivities) {
  EXPECT_EQ(filled_1_3("    - p: {type: planbuilder.policies.Failure, properties: {policy: undo, timeout: 60}}\n"
                       "    - q: {type: planbuilder.policies.Failure, targets: [db], properties: {policy: retry, retries: 2, "
                       "timeout: 5}}\n"),
            "undo; db: retry 2 create 5 start 9; app: create 60 start 9");
  EXPECT_EQ(filled_1_3("    - q: {type: planbuilder.policies.Failure, targets: [all], properties: {policy: undo}}\n"),
            "stop; db: undo create start 9; app: undo create start 9");
}

TEST(FailurePolicies, AreChecked) {
  EXPECT_NE(filled_1_3("    - p: {type: planbuilder.policies.Failure, properties: {policy: cry}}\n").find("error[wrong-value]"),
            std::string::npos);
  testing::Model model(
      "tosca_definitions_version: tosca_simple_yaml_1_3\n"
      "topology_template:\n"
      "  inputs: {often: {type: integer}}\n"
      "  node_templates: {n: {type: tosca.nodes.Root}}\n"
      "  policies: [{p: {type: planbuilder.policies.Failure, properties: {policy: retry, retries: {get_input: often}}}}]\n");
  ASSERT_TRUE(model.topology);
  plan::Plan plan;
  take_failure_policies(*model.topology, plan, model.diagnostics);
  EXPECT_EQ(model.problems(),
            "service.yaml:5:92: error[wrong-value]: 'retries' of the policy 'p' must be known when plans are made, not only to a "
            "run\n");
  EXPECT_NE(filled_1_3("    - p: {type: planbuilder.policies.Failure, properties: {retries: 0}}\n").find("error[wrong-value]"),
            std::string::npos);
}

TEST(FailurePolicies, AreKnownIn2_0) {
  EXPECT_EQ(filled_with_policies(
                "    - p: {type: planbuilder.policies.Failure, targets: [db], properties: {policy: retry, retries: 4}}\n",
                "tosca_definitions_version: tosca_2_0\nimports: [{profile: org.oasis-open.simple:2.0}]\n", R"(node_types:
  N: {derived_from: Root}
service_template:
  node_templates: {db: {type: N}}
  policies:
)"),
            "stop; db: retry 4");
}

}  // namespace
}  // namespace planbuilder::plugins
