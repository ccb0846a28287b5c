// What is found to differ between two plans.
#include <gtest/gtest.h>

#include "tests/support/expressions.h"
#include "tests/unit/diff/plans.h"

namespace planbuilder::diff {
namespace {

using testing::call;
using testing::number;
using testing::text;

plan::Step create_step(const std::string& activity, std::vector<plan::Argument> inputs) {
  plan::Invoke invoke;
  invoke.operation = "create";
  invoke.artifact.file = "create.sh";
  invoke.inputs = std::move(inputs);
  return {activity + "/create", invoke};
}

plan::Activity& first(plan::Plan& plan) { return plan.activities[plan::ActivityId(0)]; }

std::string changes_of(const plan::Plan& before, const plan::Plan& after) {
  std::string out;
  for (const PlanDifference& plan : compare({before}, {after}).plans) {
    for (const ChangedActivity& activity : plan.changed) {
      for (const Change& change : activity.changes)
        out += activity.id + " " + change.what + ": " + change.before + " -> " + change.after + "\n";
    }
  }
  return out;
}

TEST(Compare, AnotherFailureThatIsWaitedForIsADifference) {
  const plan::Plan ordinary = plan_of({"a", "b", "c"}, {{"a", "c"}, {"b", "c"}});
  plan::Plan after_a = ordinary;
  after_a.edges[0].failure_of = std::string("try");
  plan::Plan after_both = after_a;
  after_both.edges[1].failure_of = std::string("try");
  EXPECT_EQ(changes_of(after_both, after_both), "");
  EXPECT_EQ(changes_of(ordinary, after_a), "c/provision failure_of/try:  -> [\"a/provision\"]\n");
  EXPECT_EQ(changes_of(after_a, after_both),
            "c/provision failure_of/try: [\"a/provision\"] -> [\"a/provision\",\"b/provision\"]\n");
}

TEST(Compare, AnotherGuardOrPolicyIsADifference) {
  const plan::Plan before = plan_of({"a"}, {});
  plan::Plan after = before;
  after.guard = call("equal", {call("get_input", {text("x")}), number(1)});
  first(after).failure = plan::Failure{plan::Failure::Policy::retry, 2};
  EXPECT_EQ(changes_of(before, after),
            "a/provision failure/policy:  -> \"retry\"\n"
            "a/provision failure/retries:  -> 2\n");
  const Difference difference = compare({before}, {after});
  ASSERT_EQ(difference.plans.size(), 1u);
  ASSERT_EQ(difference.plans[0].changes.size(), 1u);
  EXPECT_EQ(difference.plans[0].changes[0].what, "guard");
}

TEST(Compare, SaysWhichPartOfAnActivityDiffers) {
  plan::Plan before = plan_of({"a"}, {});
  plan::Plan after = before;
  first(before).steps = {create_step("a/provision", {{"port", number(1)}, {"old", text("x")}})};
  first(after).steps = {create_step("a/provision", {{"port", number(2)}, {"new", text("x")}}),
                        {"a/provision/started", plan::SetState{"started"}}};
  std::get<plan::Invoke>(first(after).steps[0].action).timeout = 30;
  first(after).filled_by = "other";
  first(after).host = "vm";
  first(after).loops = true;
  first(after).condition = call("equal", {call("get_input", {text("x")}), plan::Expression{true}});
  first(after).on_failure.emits = {"failed"};
  EXPECT_EQ(changes_of(before, after),
            "a/provision condition:  -> {\"$equal\":[{\"$get_input\":[\"x\"]},true]}\n"
            "a/provision filled_by: \"standard\" -> \"other\"\n"
            "a/provision host:  -> \"vm\"\n"
            "a/provision loop:  -> \"instances\"\n"
            "a/provision on_failure/emits:  -> [\"failed\"]\n"
            "a/provision steps: [\"create\"] -> [\"create\",\"started\"]\n"
            "a/provision steps/create/inputs/new:  -> \"x\"\n"
            "a/provision steps/create/inputs/old: \"x\" -> \n"
            "a/provision steps/create/inputs/port: 1 -> 2\n"
            "a/provision steps/create/timeout:  -> 30\n"
            "a/provision steps/started/kind:  -> \"set-state\"\n"
            "a/provision steps/started/state:  -> \"started\"\n");
}

TEST(Compare, DoesNotShowSecrets) {
  plan::Plan before = plan_of({"a"}, {});
  plan::Plan after = before;
  first(before).steps = {create_step("a/provision", {{"password", text("hunter2"), true}})};
  first(after).steps = {create_step("a/provision", {{"password", text("hunter3"), true}})};
  EXPECT_EQ(changes_of(before, after), "a/provision steps/create/inputs/password: \"(secret)\" -> \"(another secret)\"\n");
}

TEST(Compare, IgnoresPlacesReasonsAndTheOrderOfDeclaration) {
  plan::Plan before = plan_of({"a", "b", "c"}, {{"a", "c"}});
  plan::Plan after = plan_of({"b", "a", "c"}, {{"a", "c"}});
  after.service = {"renamed", "other.yaml", "sha256:2"};
  after.edges.front().origins.front().at->line = 99;
  after.diagnostics = {{"warning", "stuck", "something", "", {}, {}}};
  const plan::Expression one = plan::Expression{plan::ExpressionMap{{"x", number(1)}, {"y", number(2)}}};
  const plan::Expression same_one = plan::Expression{plan::ExpressionMap{{"y", number(2)}, {"x", number(1)}}};
  plan::Activity& old_a = before.activities[plan::ActivityId(0)];
  plan::Activity& new_a = after.activities[plan::ActivityId(1)];
  old_a.steps = {create_step("a/provision", {{"p", one}, {"q", text("q")}})};
  new_a.steps = {create_step("a/provision", {{"q", text("q")}, {"p", same_one}})};
  new_a.reason = "for another reason";
  new_a.at = Location{"other.yaml", 7, 7};
  before.inputs = {{"i", "string", true, {}, false, ""}, {"j", "string", true, {}, false, ""}};
  after.inputs = {{"j", "string", true, {}, false, "why"}, {"i", "string", true, {}, false, ""}};
  const Difference difference = compare({before}, {after});
  EXPECT_TRUE(difference.empty());
  EXPECT_EQ(difference.compared, 1u);
}

TEST(Compare, FindsInputsAndOutputs) {
  plan::Plan before = plan_of({"a"}, {});
  plan::Plan after = before;
  before.inputs = {{"gone", "string", true, {}, false, ""}, {"port", "integer", true, {}, false, ""}};
  after.inputs = {{"new", "string", true, {}, false, ""}, {"port", "integer", false, number(80), false, ""}};
  before.outputs = {{"url", "string", call("get_attribute", {text("node"), text("a"), text("u")}), ""}};
  after.outputs = {{"url", "string", call("get_attribute", {text("node"), text("a"), text("v")}), ""}};
  const PlanDifference plan = compare({before}, {after}).plans.at(0);
  ASSERT_EQ(plan.inputs.size(), 3u);
  EXPECT_EQ(plan.inputs[0].name, "gone");
  EXPECT_EQ(plan.inputs[0].kind, ParameterChange::Kind::removed);
  EXPECT_EQ(plan.inputs[1].kind, ParameterChange::Kind::added);
  ASSERT_EQ(plan.inputs[2].changes.size(), 2u);
  EXPECT_EQ(plan.inputs[2].changes[0].after, "80");
  ASSERT_EQ(plan.outputs.size(), 1u);
  EXPECT_EQ(plan.outputs[0].changes.at(0).what, "value");
}

TEST(Compare, FindsWhatInputsMustBeAndHidesSecretOutputs) {
  plan::Plan before = plan_of({"a"}, {});
  before.inputs = {{"port", "integer", true, {}, false, ""}};
  before.inputs[0].constraints = {{"greater_than", number(1), "greater than 1"}, {"less_than", number(9), "less than 9"}};
  before.outputs = {{"url", "string", text("one"), "", true}};
  plan::Plan after = before;
  after.inputs[0].description = "no difference";
  after.inputs[0].constraints[1] = {"less_than", number(8), "less than 8"};
  after.outputs[0].value = text("two");
  const PlanDifference plan = compare({before}, {after}).plans.at(0);
  ASSERT_EQ(plan.inputs.at(0).changes.size(), 1u);
  EXPECT_EQ(plan.inputs[0].changes[0].what, "constraints/less_than");
  EXPECT_EQ(plan.inputs[0].changes[0].after, "8");
  EXPECT_EQ(plan.outputs.at(0).changes.at(0).after, "\"(another secret)\"");
}

TEST(Compare, PlansBelongTogetherByName) {
  const Difference difference = compare({plan_of({"a"}, {}, "build"), plan_of({"a"}, {}, "terminate")},
                                        {plan_of({"a"}, {}, "scale-out-x"), plan_of({"a"}, {}, "build")});
  ASSERT_EQ(difference.plans.size(), 2u);
  EXPECT_EQ(difference.plans[0].name, "scale-out-x");
  EXPECT_EQ(difference.plans[0].presence, PlanDifference::Presence::added);
  EXPECT_EQ(difference.plans[0].after.activities, 1u);
  EXPECT_EQ(difference.plans[1].name, "terminate");
  EXPECT_EQ(difference.plans[1].presence, PlanDifference::Presence::removed);
}

TEST(Compare, ADerivationOfAnotherKindDiffers) {
  plan::Plan events = plan_of({"a"}, {});
  events.derivation = "events";
  events.failure = {plan::Failure::Policy::retry, 3};
  EXPECT_EQ(compare({plan_of({"a"}, {})}, {events}).plans.at(0).changes.at(0).what, "derivation");
  EXPECT_EQ(compare({plan_of({"a"}, {})}, {events}).plans.at(0).changes.size(), 3u);
}

TEST(Compare, OtherLimitsOfARegionDiffer) {
  plan::Plan before = plan_of({"a"}, {});
  before.scaling = {{"tier", "a", 1, 3, 1}};
  plan::Plan after = before;
  after.scaling = {{"tier", "a", 1, 5, 1}};
  const auto changes = compare({before}, {after}).plans.at(0).changes;
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].what, "scaling/tier/maximum");
  EXPECT_EQ(changes[0].before, "3");
  EXPECT_EQ(changes[0].after, "5");
  after.derivation_reason = "another";
  after.scaling = before.scaling;
  EXPECT_TRUE(compare({before}, {after}).plans.empty());
}

}  // namespace
}  // namespace planbuilder::diff
