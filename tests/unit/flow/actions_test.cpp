// Which plan a trigger of a policy sets off, and the plans that actions make.

#include "planbuilder/flow/workflow/actions.h"

#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "tests/support/model.h"

namespace planbuilder::flow {
namespace {

/// Two nodes, a workflow and a region; the policies follow.
std::string service_with_policies(std::string_view policies) {
  return testing::file(R"(node_types:
  N:
    derived_from: tosca.nodes.Root
    interfaces:
      Care: {operations: {backup: s.sh, check: s.sh}}
policy_types:
  planbuilder.policies.ScalingRegion:
    derived_from: tosca.policies.Scaling
    properties: {strategies: {type: map, required: false, entry_schema: {type: string}}}
  ForGroups: {derived_from: tosca.policies.Root, targets: [tosca.groups.Root]}
  ForNone: {derived_from: tosca.policies.Root, targets: [tosca.nodes.Compute]}
  Typed:
    derived_from: tosca.policies.Root
    triggers: {inherited: {event: x, action: [{call_operation: Care.check}]}}
topology_template:
  node_templates: {db: {type: N}, app: {type: N}, web: {type: N}}
  groups: {both: {type: tosca.groups.Root, members: [db, app]}}
  workflows: {clean: {steps: {a: {target: db, activities: [{call_operation: Care.check}]}}}}
  policies:
    - tier: {type: planbuilder.policies.ScalingRegion, targets: [web]}
)") + std::string(policies);
}

std::string policy_that_does(const std::string& action, const std::string& targets = "[db, app]", const std::string& name = "p") {
  return "    - " + name + ": {type: tosca.policies.Root, targets: " + targets + ", triggers: {t: {event: x, action: " + action +
         "}}}\n";
}

/// The plans that triggers set off.
std::string plans_set_off(const std::string& policies) {
  const testing::Model model(service_with_policies(policies));
  if (!model.topology) return model.problems();
  std::string all;
  const TriggerTargets targets(*model.topology);
  for (const PolicyTrigger& from : policy_triggers(*model.topology)) all += plan_of_action(*model.topology, targets, from) + "\n";
  return all;
}

/// The plan that the action of the only policy makes, in words.
std::string planned_actions(const std::string& policies) {
  testing::Model model(service_with_policies(policies));
  if (!model.topology) return model.problems();
  std::string all;
  for (const PlanRequest& request : action_plans(*model.topology)) {
    const auto plan = derive(*model.topology, request, model.diagnostics);
    if (!plan) return model.problems();
    all += plan->name + ":\n";
    for (const Activity& activity : plan->activities) {
      all += "  " + activity.id;
      for (const Performed& performed : activity.part->performed) all += " " + performed.said->what.name;
      all += "\n";
    }
    for (const Edge& edge : plan->edges) {
      if (!edge.redundant) all += "  " + plan->activities[edge.from].id + " -> " + plan->activities[edge.to].id + "\n";
    }
  }
  return all;
}

TEST(Actions, HaveThePlansOfWhatTheyName) {
  EXPECT_EQ(plans_set_off(policy_that_does("[{inline: clean}]")), "workflow-clean\n");
  EXPECT_EQ(plans_set_off(policy_that_does("[{inline: deploy}]")), "build\n");
  EXPECT_EQ(plans_set_off(policy_that_does("[{call_operation: Scaling.scale_out}]", "[web]")), "scale-out-tier\n");
  EXPECT_EQ(plans_set_off(policy_that_does("[{call_operation: Care.backup}]")), "trigger-p.t\n");
  EXPECT_EQ(plans_set_off(policy_that_does("[{call_operation: Care.backup}, {inline: clean}]")), "trigger-p.t\n");
}

TEST(Actions, AreDoneToAllNodesOfAType) {
  const std::string by_filter =
      "    - p: {type: tosca.policies.Root, triggers: {t: {event: x, target_filter: {node: N}, action: [{call_operation: "
      "Care.check}]}}}\n";
  EXPECT_EQ(planned_actions(by_filter), "trigger-p.t:\n  db/t Care.check\n  app/t Care.check\n  web/t Care.check\n");
  EXPECT_EQ(planned_actions("    - p: {type: ForGroups, triggers: {t: {event: x, action: [{call_operation: Care.check}]}}}\n"),
            "trigger-p.t:\n  db/t Care.check\n  app/t Care.check\n")
      << "members of groups of the type that the policy's type is for";
  EXPECT_EQ(planned_actions("    - p: {type: ForNone, triggers: {t: {event: x, action: [{call_operation: Care.check}]}}}\n"), "");
}

TEST(Actions, AreDoneToAllTargets) {
  EXPECT_EQ(planned_actions(policy_that_does("[{call_operation: Care.backup}, {set_state: saved}]")),
            "trigger-p.t:\n"
            "  db/t Care.backup saved\n"
            "  app/t Care.backup saved\n");
  EXPECT_EQ(planned_actions(policy_that_does("[{call_operation: Care.backup}]", "[both]")),
            "trigger-p.t:\n"
            "  db/t Care.backup\n"
            "  app/t Care.backup\n");
}

TEST(Actions, FollowOneAnother) {
  EXPECT_EQ(planned_actions(policy_that_does("[{call_operation: Care.backup}, {inline: clean}, {set_state: saved}]")),
            "trigger-p.t:\n"
            "  db/t.1 Care.backup\n"
            "  app/t.2 Care.backup\n"
            "  db/t.3.a Care.check\n"
            "  db/t.4 saved\n"
            "  app/t.5 saved\n"
            "  db/t.1 -> db/t.3.a\n"
            "  app/t.2 -> db/t.3.a\n"
            "  db/t.3.a -> db/t.4\n"
            "  db/t.3.a -> app/t.5\n");
}

TEST(Actions, OfTypesAreThoseOfTheirPolicies) {
  EXPECT_EQ(planned_actions("    - p: {type: Typed, targets: [db]}\n"),
            "trigger-p.inherited:\n"
            "  db/inherited Care.check\n");
  EXPECT_EQ(
      planned_actions("    - p: {type: Typed, targets: [db], triggers: {inherited: {event: x, action: [{inline: clean}]}}}\n"),
      "");
}

TEST(Actions, WithoutTargetsMakeNoPlan) {
  EXPECT_EQ(planned_actions(policy_that_does("[{call_operation: Care.backup}]", "[]")), "");
}

}  // namespace
}  // namespace planbuilder::flow
