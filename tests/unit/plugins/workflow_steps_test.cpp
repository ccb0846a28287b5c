// Steps of workflows are filled with what they say: calls with inputs and hosts, states, what is delegated.

#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/plan/description.h"
#include "planbuilder/tosca/model/by_name.h"
#include "plugins/fill_plan.h"
#include "plugins/registry.h"
#include "tests/support/model.h"

namespace planbuilder::plugins {
namespace {

using testing::Model;

constexpr std::string_view stack_of_1_3 = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {address: {type: string, default: {get_attribute: [HOST, private_address]}}}
    attributes: {found: {type: string}}
    interfaces:
      Care:
        operations:
          backup:
            implementation: s.sh
            inputs: {where: {type: string, default: {get_input: where}}, address: {type: string, default: {get_property: [SELF, address]}}}
            outputs: {found: [SELF, found]}
topology_template:
  inputs: {where: {type: string, default: home}}
  node_templates:
    server: {type: tosca.nodes.Compute}
    other: {type: tosca.nodes.Compute}
    app: {type: N, requirements: [{host: server}]}
    cloud: {type: tosca.nodes.Abstract.Compute}
  workflows:
)";

struct FilledSteps {
  FilledSteps(std::string text, const char* name) : model(text) {
    if (!model.topology) return;
    const tosca::Workflow* workflow = tosca::find_by_name(model.topology->workflows, name);
    const auto abstract = flow::derive(*model.topology, flow::workflow_plan(*workflow), model.diagnostics);
    if (abstract) plan = fill_plan(*abstract, *model.topology, all_plugins(), model.sources, model.diagnostics);
  }

  /// "app/save: backup(where=far)@server set-ok", one line per activity.
  [[nodiscard]] std::string steps() const {
    if (!plan) return model.problems();
    std::string out;
    for (const plan::Activity& activity : plan->activities) {
      out += activity.id + ":";
      for (const plan::Step& step : activity.steps) out += " " + in_words(step);
      out += "\n";
    }
    return out;
  }

  static std::string in_words(const plan::Step& step) {
    if (const auto* set = std::get_if<plan::SetState>(&step.action)) return "set-" + set->state;
    if (const auto* delegate = std::get_if<plan::Delegate>(&step.action))
      return "delegate-" + delegate->transition + arguments(delegate->properties);
    if (const auto* record = std::get_if<plan::Record>(&step.action)) return "record" + arguments(record->properties);
    const auto* invoke = std::get_if<plan::Invoke>(&step.action);
    if (invoke == nullptr) return std::string(plan::kind_of(step.action));
    return invoke->operation + arguments(invoke->inputs) + "@" + invoke->host;
  }

  static std::string arguments(const std::vector<plan::Argument>& all) {
    std::string out = "(";
    for (const plan::Argument& each : all) out += (out.size() > 1 ? " " : "") + each.name + "=" + to_text(each.value);
    return out + ")";
  }

  [[nodiscard]] std::string inputs() const {
    std::string out;
    for (const plan::Input& input : plan->inputs) out += input.name + (input.secret ? "! " : " ");
    return out;
  }

  Model model;
  std::optional<plan::Plan> plan;
};

FilledSteps filled_steps(std::string_view workflows, const char* name = "w") {
  return {std::string(stack_of_1_3) + std::string(workflows), name};
}

TEST(WorkflowSteps, CallWithInputsOfTheStepTheWorkflowAndTheOperation) {
  const FilledSteps plan = filled_steps(R"(    w:
      inputs: {where: {type: string}}
      steps:
        save:
          target: app
          activities: [{set_state: busy}, {call_operation: {operation: Care.backup, inputs: {address: here, more: 1}}}, {set_state: ok}]
)");
  EXPECT_EQ(plan.steps(), "app/save: set-busy backup(where={\"$get_input\":[\"where\"]} address=here more=1)@server set-ok\n");
  ASSERT_EQ(plan.plan->inputs.size(), 1U);
  EXPECT_TRUE(plan.plan->inputs[0].required);  // that of the workflow, which has no default
  EXPECT_EQ(plan.plan->inputs[0].reason, "the workflow declares it");
  EXPECT_TRUE(plan.plan->activities[plan::ActivityId(0)].loops);
  EXPECT_EQ(plan.plan->activities[plan::ActivityId(0)].transition, "save");
}

TEST(WorkflowSteps, RunWhereTheStepSays) {
  const auto at = [](const std::string& host) {
    const FilledSteps plan = filled_steps("    w: {steps: {s: {target: app, operation_host: " + host +
                                          ", activities: [{call_operation: Care.backup}]}}}\n");
    const std::string steps = plan.steps();
    return steps.substr(steps.rfind(')') + 1);
  };
  EXPECT_EQ(at("SELF"), "@server\n");
  EXPECT_EQ(at("HOST"), "@server\n");
  EXPECT_EQ(at("other"), "@other\n");
  EXPECT_EQ(at("ORCHESTRATOR"), "@\n");
}

TEST(WorkflowSteps, PutInWhatAnInlinedWorkflowIsGivenButNoSecrets) {
  const FilledSteps plan = filled_steps(R"(    w:
      steps: {s: {target: app, activities: [{inline: {workflow: v, inputs: {where: {concat: [a, {get_input: where}]}, hidden: abc}}}]}}
    v:
      inputs: {where: {type: string}, hidden: {type: string, metadata: {secret: "true"}}}
      steps: {t: {target: app, activities: [{call_operation: {operation: Care.backup, inputs: {word: {get_input: hidden}}}}]}}
)");
  EXPECT_EQ(plan.steps(),
            "app/s.t: backup(where={\"$concat\":[\"a\",{\"$get_input\":[\"where\"]}]} "
            "address={\"$get_property\":[\"node\",\"app\",\"address\"]} "
            "word={\"$get_input\":[\"app.backup.word\"]})@server\n");
  EXPECT_EQ(plan.inputs(), "where app.backup.word! ");
  EXPECT_FALSE(plan.plan->inputs[0].required);  // that of the service: the one of the inlined workflow is given
}

TEST(WorkflowSteps, DelegateToSomeoneElseUnderTheNameOfTheWorkflow) {
  const FilledSteps plan =
      filled_steps("    w: {steps: {s: {target: cloud, activities: [{delegate: {workflow: heal, inputs: {deep: 1}}}]}}}\n");
  EXPECT_EQ(plan.steps(), "cloud/s: delegate-heal(deep=1)\n");
}

/// What steps are yet to find out is not recorded before them, and read where it is needed.
TEST(WorkflowSteps, RecordOnlyWhatIsKnownBeforeTheWorkflow) {
  const FilledSteps plan =
      filled_steps("    deploy: {steps: {s: {target: app, activities: [{call_operation: Care.backup}]}}}\n", "deploy");
  EXPECT_NE(plan.steps().find("app/make: record()\n"), std::string::npos) << plan.steps();
  EXPECT_NE(plan.steps().find("address={\"$get_attribute\":[\"node\",\"server\",\"private_address\"]}"), std::string::npos)
      << plan.steps();
  EXPECT_FALSE(plan.model.diagnostics.has_errors()) << plan.model.problems();
}

constexpr std::string_view service_of_2_0 = R"(tosca_definitions_version: tosca_2_0
interface_types: {Care: {operations: {backup: {inputs: {where: {type: string, default: here}}}}}}
node_types:
  N:
    attributes: {level: {type: integer, default: 0}, url: {type: string, default: none}}
    interfaces: {care: {type: Care, operations: {backup: {implementation: s.sh}}}}
service_template:
  node_templates:
    n: {type: N}
    many: {type: N, count: 3}
  workflows:
    w:
      inputs: {least: {type: integer}}
      precondition: {$less_than: [{$get_attribute: [n, level]}, 5]}
      steps:
        s:
          target: n
          filter: [{$greater_than: [{$get_attribute: [SELF, level]}, {$get_input: least}]}]
          activities: [{call_operation: {operation: care.backup, inputs: {where: {$get_attribute: [SELF, url]}}}}]
          on_success: [t]
        t: {target: many, filter: [{$equal: [{$get_attribute: [SELF, level]}, 1]}], activities: [{set_state: done}]}
      outputs: {url: [n, url]}
)";

TEST(WorkflowSteps, AskConditionsOfTosca20) {
  const FilledSteps plan(std::string(service_of_2_0), "w");
  ASSERT_TRUE(plan.plan) << plan.model.problems();
  EXPECT_EQ(plan.steps(), "n/s: backup(where={\"$get_attribute\":[\"node\",\"n\",\"url\"]})@n\nmany/t: set-done\n");
  const auto condition = [&](std::size_t i) { return to_text(plan.plan->activities[plan::ActivityId(i)].condition); };
  EXPECT_EQ(condition(0), R"({"$greater_than":[{"$get_attribute":["node","n","level"]},{"$get_input":["least"]}]})");
  EXPECT_EQ(condition(1).find(R"({"$equal":[{"$get_attribute":["node",["many",{"$get_index")"), 0U) << condition(1);
  EXPECT_EQ(to_text(plan.plan->guard).find(R"({"$less_than":[{"$get_attribute":["node","n","level"]},)"), 0U)
      << to_text(plan.plan->guard);
  EXPECT_EQ(plan.inputs(), "least ");
  ASSERT_EQ(plan.plan->outputs.size(), 1U);
  EXPECT_EQ(to_text(plan.plan->outputs[0].value), R"({"$get_attribute":["node","n","url"]})");
}

}  // namespace
}  // namespace planbuilder::plugins
