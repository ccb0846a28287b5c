// Workflows of the model become plans: their steps, the order of these, conditions, and what is wrong with them.

#include <gtest/gtest.h>

#include "planbuilder/flow/derive.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/dump.h"
#include "planbuilder/support/render_diagnostics.h"
#include "planbuilder/tosca/model/by_name.h"
#include "tests/support/model.h"

namespace planbuilder::flow {
namespace {

/// Two nodes that are connected, both in a group; the workflows follow.
std::string service(std::string_view workflows) {
  return testing::file(R"(node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer, default: 3}, mode: {type: string, required: false}}
    attributes: {level: {type: integer, default: 0}, ready: {type: boolean, default: false}, disk: {type: scalar-unit.size}}
    requirements:
      - link: {capability: tosca.capabilities.Node, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}
    interfaces:
      Standard: {operations: {create: s.sh, configure: s.sh, start: {}}}
      Care: {operations: {backup: {implementation: s.sh, inputs: {where: {type: string, default: here}}}}}
topology_template:
  inputs: {place: {type: string, default: home}}
  node_templates:
    db: {type: N}
    app: {type: N, requirements: [{link: db}]}
    base: {type: tosca.nodes.Abstract.Compute}
  groups:
    inner: {type: tosca.groups.Root, members: [db]}
    both: {type: tosca.groups.Root, members: [app, db]}
    none: {type: tosca.groups.Root, members: []}
  workflows:
)") + std::string(workflows);
}

/// A plan in words: activities with what they do, and edges.
struct Planned {
  explicit Planned(std::string_view workflows, const char* name = "w") : model(service(workflows)) {
    if (!model.topology) return;
    const tosca::Workflow* workflow = tosca::find_by_name(model.topology->workflows, name);
    if (workflow != nullptr) plan = derive(*model.topology, workflow_plan(*workflow), model.diagnostics);
  }

  [[nodiscard]] std::string activities() const {
    if (!plan) return model.problems();
    std::string out;
    for (const Activity& activity : plan->activities) {
      out += activity.id;
      for (const Performed& performed : activity.part->performed) out += " " + performed.said->what.name;
      if (activity.condition.present()) out += " if " + to_text(plan::to_value(*activity.condition));
      out += "\n";
    }
    return out;
  }
  [[nodiscard]] std::string edges() const {
    if (!plan) return model.problems();
    std::string out;
    for (const Edge& edge : plan->edges) {
      out += plan->activities[edge.from].id + (edge.redundant ? " ..> " : " -> ") + plan->activities[edge.to].id;
      out += (edge.failure_of.present() ? " if " + *edge.failure_of + " failed" : "") + "\n";
    }
    return out;
  }
  [[nodiscard]] std::string condition() const {
    if (!plan) return model.problems();
    return to_text(plan::to_value(*plan->activities[ActivityId(0)].condition));
  }

  testing::Model model;
  std::optional<AbstractPlan> plan;
};

std::string condition_of(const std::string& filter) {
  return Planned("    w: {steps: {a: {target: db, filter: " + filter + ", activities: [{set_state: x}]}}}\n").condition();
}

/// The example of the proposal for notifications.
TEST(Workflow, OrdersStepsByTheSuccessOfOthers) {
  const Planned planned(R"(    w:
      steps:
        stepA:
          target: db
          filter: [{assert: [{level: [{greater_than: 0}]}]}]
          activities: [{call_operation: Standard.create}]
          on_success: [stepB, stepC]
        stepB:
          target: app
          filter: [{assert: [{level: [{greater_than: 0}]}]}]
          activities: [{call_operation: Standard.create}]
          on_success: [stepC]
        stepC: {target: app, activities: [{call_operation: Standard.configure}]}
)");
  ASSERT_TRUE(planned.plan) << planned.model.problems();
  EXPECT_EQ(planned.activities(),
            "db/stepA Standard.create if {\"$greater_than\":[{\"$get_attribute\":[\"node\",\"db\",\"level\"]},0]}\n"
            "app/stepB Standard.create if {\"$greater_than\":[{\"$get_attribute\":[\"node\",\"app\",\"level\"]},0]}\n"
            "app/stepC Standard.configure\n");
  EXPECT_EQ(planned.edges(), "db/stepA -> app/stepB\ndb/stepA ..> app/stepC\napp/stepB -> app/stepC\n");
  EXPECT_EQ(planned.plan->name, "workflow-w");
  EXPECT_EQ(planned.plan->derivation, "workflow");
  const Origin& origin = planned.plan->edges.front().origins.front();
  EXPECT_EQ(origin.rule, "workflow");
  EXPECT_EQ(origin.reason, "'stepB' follows the success of 'stepA' in the workflow 'w'");
  EXPECT_TRUE(origin.at.known());
}

/// Of the failures that a step waits for one is enough, also where one excludes the other.
TEST(Workflow, OneStepCleansUpAfterMany) {
  const Planned planned(R"(    w:
      steps:
        a: {target: db, activities: [{set_state: x}], on_success: [b], on_failure: [clean]}
        b: {target: app, activities: [{set_state: x}], on_success: [c], on_failure: [clean]}
        c: {target: db, activities: [{set_state: y}], on_failure: [clean]}
        clean: {target: db, activities: [{set_state: z}], on_success: [after]}
        after: {target: app, activities: [{set_state: z}]}
)");
  EXPECT_EQ(planned.edges(),
            "db/a -> app/b\n"
            "db/a -> db/clean if a or b or c failed\n"
            "app/b -> db/c\n"
            "app/b -> db/clean if a or b or c failed\n"
            "db/c -> db/clean if a or b or c failed\n"
            "db/clean -> app/after\n");
}

/// What it waits for the success of can never be what failed; another failure can.
TEST(Workflow, WaitsForTheFailureOfAnother) {
  EXPECT_EQ(Planned(R"(    w:
      steps:
        a: {target: db, activities: [{set_state: x}], on_success: [b, c], on_failure: [c]}
        b: {target: app, activities: [{set_state: x}], on_failure: [c]}
        c: {target: db, activities: [{set_state: y}]}
)")
                .edges(),
            "db/a -> app/b\n"
            "db/a -> db/c\n"
            "app/b -> db/c if b failed\n");
}

TEST(Workflow, DoesAStepForEveryMemberOfAGroupAndEveryRelationship) {
  const Planned planned(R"(    w:
      steps:
        one: {target: both, activities: [{set_state: a}, {call_operation: Care.backup}, {call_operation: Standard.start}], on_success: two}
        two: {target: app, target_relationship: link, operation_host: SOURCE, activities: [{set_state: b}]}
)");
  EXPECT_EQ(planned.activities(), "app/one a Care.backup\ndb/one a Care.backup\napp.link/two b\n");
  EXPECT_EQ(planned.edges(), "app/one -> app.link/two\ndb/one -> app.link/two\n");
  EXPECT_NE(planned.model.problems().find("note[idle-step]: the operation 'Standard.start' is not implemented"),
            std::string::npos);
}

/// A step failed when one of its parts did: one such edge is enough.
TEST(Workflow, LeadsTheFailureOfEveryPartToTheBranch) {
  const Planned planned(R"(    w:
      steps:
        save: {target: both, activities: [{set_state: a}], on_success: [done], on_failure: [repair]}
        done: {target: db, activities: [{set_state: b}]}
        repair: {target: db, activities: [{set_state: c}]}
)");
  EXPECT_EQ(
      planned.edges(),
      "app/save -> db/done\napp/save -> db/repair if save failed\ndb/save -> db/done\ndb/save -> db/repair if save failed\n");
}

TEST(Workflow, PutsInlinedWorkflowsBetweenWhatComesBeforeAndAfter) {
  const Planned planned(R"(    other:
      inputs: {where: {type: string}, more: {type: integer, default: 7}}
      steps:
        x: {target: db, activities: [{call_operation: {operation: Care.backup, inputs: {where: {get_input: where}}}}], on_failure: [z]}
        y: {target: app, activities: [{set_state: y}]}
        z: {target: db, activities: [{set_state: z}]}
    w:
      inputs: {far: {type: string}}
      steps:
        s:
          target: app
          activities: [{set_state: a}, {inline: {workflow: other, inputs: {where: {get_input: far}}}}, {set_state: b}]
          on_success: [t]
          on_failure: [u]
        t: {target: db, activities: [{set_state: t}]}
        u: {target: db, activities: [{set_state: u}]}
)");
  EXPECT_EQ(planned.activities(), "app/s a\ndb/s.x Care.backup\napp/s.y y\ndb/s.z z\napp/s#2 b\ndb/t t\ndb/u u\n");
  EXPECT_EQ(planned.edges(),
            "app/s -> db/s.x\napp/s -> app/s.y\napp/s -> db/u if s failed\n"
            "db/s.x -> db/s.z if s.x failed\ndb/s.x -> app/s#2\n"
            "app/s.y -> app/s#2\napp/s.y -> db/u if s failed\ndb/s.z -> db/u if s failed\n"
            "app/s#2 -> db/t\napp/s#2 -> db/u if s failed\n");
  ASSERT_TRUE(planned.plan);
  const GivenInputs& given = *planned.plan->activities[ActivityId(1)].part->given;
  ASSERT_EQ(given.size(), 2U);
  EXPECT_EQ(to_text(plan::to_value(given[0].value)), R"({"$get_input":["far"]})");
  EXPECT_EQ(to_text(plan::to_value(given[1].value)), "7");
}

TEST(Workflow, LeavesToUsWhatItDelegates) {
  const Planned planned(R"(    deploy:
      steps:
        first: {target: both, activities: [{set_state: a}, {delegate: deploy}], on_success: [last]}
        last: {target: base, activities: [{delegate: deploy}]}
)",
                        "deploy");
  EXPECT_EQ(planned.activities(),
            "base/make\napp/first a\ndb/first a\napp/provision\ndb/provision\napp.link/provision\nbase/last deploy\n");
  EXPECT_EQ(planned.edges(),
            "base/make -> app/first\nbase/make -> db/first\napp/first -> app/provision\napp/first -> db/provision\n"
            "db/first -> app/provision\ndb/first -> db/provision\napp/provision -> app.link/provision\n"
            "db/provision -> app.link/provision\napp.link/provision -> base/last\n");
}

/// Relationships go with the first of their ends; what lies around a part is selected where the plan does not make it.
TEST(Workflow, DelegatesTerminationAndPartsOfTheService) {
  const std::string workflows = R"(    undeploy:
      steps:
        one: {target: app, activities: [{delegate: undeploy}], on_success: [two]}
        two: {target: db, activities: [{delegate: undeploy}]}
    again: {steps: {one: {target: app, activities: [{delegate: deploy}]}}}
    whole: {steps: {one: {target: app, activities: [{inline: deploy}]}}}
)";
  EXPECT_EQ(Planned(workflows, "undeploy").activities(), "app.link/terminate\napp/terminate\ndb/terminate\nbase/remove\n");
  EXPECT_EQ(Planned(workflows, "again").activities(), "db/select\napp/provision\napp.link/provision\n");
  EXPECT_EQ(Planned(workflows, "whole").activities(), "db/provision\napp/provision\nbase/provision\napp.link/provision\n");
}

/// Every entity has an instance before anything touches it, and keeps it until all is done.
TEST(Workflow, MakesAndRemovesTheInstancesOfTheService) {
  const std::string workflows =
      R"(    deploy: {steps: {one: {target: app, target_relationship: link, activities: [{set_state: a}]}}}
    undeploy: {steps: {one: {target: db, activities: [{set_state: b}], on_failure: [two]}, two: {target: db, activities: [{set_state: c}]}}}
)";
  const Planned up(workflows, "deploy");
  EXPECT_EQ(up.activities(), "db/make\napp/make\nbase/make\napp.link/make\napp.link/one a\n");
  EXPECT_EQ(up.edges(),
            "db/make -> app.link/make\ndb/make ..> app.link/one\napp/make -> app.link/make\napp/make ..> app.link/one\n"
            "base/make -> app.link/one\napp.link/make -> app.link/one\n");
  EXPECT_EQ(up.plan->name, "build");
  EXPECT_NE(up.model.problems().find(
                "warning[untouched-node]: the workflow 'deploy' does nothing about a node that implements its life "
                "cycle: 'app'"),
            std::string::npos)
      << up.model.problems();
  const Planned down(workflows, "undeploy");
  EXPECT_EQ(down.activities(), "db/one b\ndb/two c\nbase/remove\napp.link/remove\ndb/remove\napp/remove\n");
  EXPECT_EQ(down.edges(),
            "db/one -> db/two if one failed\ndb/one -> base/remove\ndb/one -> app.link/remove\ndb/one ..> db/remove\n"
            "db/one ..> app/remove\napp.link/remove -> db/remove\napp.link/remove -> app/remove\n");
}

TEST(Workflow, AsksFiltersWhenAStepRuns) {
  const std::string level = R"({"$get_attribute":["node","db","level"]})";
  EXPECT_EQ(condition_of("[{level: [{equal: 1}]}]"), R"({"$equal":[)" + level + ",1]}");
  EXPECT_EQ(condition_of("[{level: {in_range: [1, UNBOUNDED]}}]"), R"({"$greater_or_equal":[)" + level + ",1]}");
  EXPECT_EQ(condition_of("[{state: started}]"), R"({"$equal":[{"$get_attribute":["node","db","state"]},"started"]})");
  EXPECT_EQ(
      condition_of("[{not: [{level: 1}, {ready: true}]}]"),
      R"({"$not":[{"$and":[{"$equal":[)" + level + R"(,1]},{"$equal":[{"$get_attribute":["node","db","ready"]},true]}]}]})");
  EXPECT_EQ(
      condition_of("[{or: [{level: [{less_than: 1}]}, {state: [{valid_values: [a, b]}]}]}]"),
      R"({"$or":[{"$less_than":[)" + level + R"(,1]},{"$valid_values":[{"$get_attribute":["node","db","state"]},["a","b"]]}]})");
  EXPECT_EQ(condition_of("[{size: [{greater_than: {get_input: place}}]}]"), R"({"$greater_than":[3,{"$get_input":["place"]}]})");
  EXPECT_EQ(condition_of("[{state: [{min_length: 2}]}]"),
            R"({"$greater_or_equal":[{"$length":[{"$get_attribute":["node","db","state"]}]},2]})");
}

TEST(Workflow, GuardsItsBeginByPreconditions) {
  const Planned planned(R"(    w:
      preconditions:
        - {target: db, condition: [{assert: [{state: [{equal: started}]}]}]}
        - {target: both, condition: [{level: 1}]}
      steps: {a: {target: db, activities: [{set_state: x}]}}
)");
  ASSERT_TRUE(planned.plan) << planned.model.problems();
  EXPECT_EQ(
      to_text(plan::to_value(planned.plan->guard)),
      R"({"$and":[{"$equal":[{"$get_attribute":["node","db","state"]},"started"]},)"
      R"({"$equal":[{"$get_attribute":["node","app","level"]},1]},{"$equal":[{"$get_attribute":["node","db","level"]},1]}]})");
}

/// More edges than sense are led through an activity of the service.
TEST(Workflow, JoinsLargeGroupsInOnePlace) {
  std::string text = testing::file("topology_template:\n  node_templates:\n");
  std::string members;
  for (int i = 0; i < 100; ++i) {
    text += "    n" + std::to_string(i) + ": {type: tosca.nodes.Root}\n";
    members += (i > 0 ? ", n" : "n") + std::to_string(i);
  }
  text += "  groups: {all: {type: tosca.groups.Root, members: [" + members + "]}}\n  workflows:\n    w:\n      steps:\n" +
          "        a: {target: all, activities: [{set_state: a}], on_success: [b], on_failure: [c]}\n" +
          "        b: {target: all, activities: [{set_state: b}]}\n        c: {target: all, activities: [{set_state: c}]}\n";
  testing::Model model(text);
  ASSERT_TRUE(model.topology) << model.problems();
  const auto plan = derive(*model.topology, workflow_plan(model.topology->workflows.front()), model.diagnostics);
  ASSERT_TRUE(plan) << model.problems();
  EXPECT_EQ(plan->activities.size(), 302U);
  EXPECT_EQ(plan->edges.size(), 400U);
}

struct Wrong {
  const char* workflows;
  const char* problem;
};

TEST(Workflow, SaysWhatIsWrong) {
  const Wrong all[] = {
      {"    w: {steps: {a: {target: db, activities: [{set_state: x}], on_success: [b], on_failure: [b]}, b: {target: db, "
       "activities: "
       "[{set_state: y}]}}}\n",
       "error[dead-join]: the step 'b' would never start: it waits for the success and for the failure of 'a'"},
      {"    w: {steps: {a: {target: db, activities: [{set_state: x}], on_success: [c], on_failure: [b]}, b: {target: db, "
       "activities: "
       "[{set_state: y}], on_success: [c]}, c: {target: db, activities: [{set_state: z}]}}}\n",
       "error[dead-join]: the step 'c' would never start: it waits for the success and for the failure of 'a'"},
      {"    w: {steps: {a: {target: db, activities: [{set_state: x}], on_success: [b]}, b: {target: db, activities: [{set_state: "
       "y}], "
       "on_success: [a]}}}\n",
       "error[order-cycle]: the workflow-w plan would have to do things before themselves: db/a -> db/b -> db/a"},
      {"    w: {steps: {a: {target: db, activities: [{inline: v}]}}}\n    v: {steps: {b: {target: db, activities: [{inline: "
       "w}]}}}\n",
       "error[inline-cycle]: the workflow 'w' inlines itself: w -> v -> w"},
      {"    w: {steps: {a: {target: db, filter: [{levle: [{equal: 1}]}], activities: [{set_state: x}]}}}\n",
       "error[unknown-name]: there is no attribute or property of 'db' named 'levle' (did you mean 'level'?)"},
      {"    w: {steps: {a: {target: db, filter: [{level: [{equals: 1}]}], activities: [{set_state: x}]}}}\n",
       "error[bad-condition]: a run cannot ask whether 'level' is 'equals' (did you mean 'equal'?)"},
      {"    w: {steps: {a: {target: db, filter: [{disk: [{greater_than: 1 GB}]}], activities: [{set_state: x}]}}}\n",
       "error[bad-condition]: a run cannot compare amounts with units: compare a number instead"},
      {"    w: {steps: {a: {target: db, filter: [{level: [{equal: much}]}], activities: [{set_state: x}]}}}\n",
       "error[wrong-value]: 'much' must be an integer"},
      {"    v: {steps: {b: {target: db, activities: [{set_state: y}]}, c: {target: app, activities: [{set_state: y}]}}}\n"
       "    w: {steps: {a: {target: db, filter: [{level: 1}], activities: [{inline: v}]}}}\n",
       "error[bad-condition]: what is asked here may have another answer after a part of the workflow is done"},
      {"    v: {steps: {b: {target: db, activities: [{set_state: y}]}}}\n"
       "    w: {steps: {a: {target: db, filter: [{level: 1}], activities: [{set_state: x}, {inline: v}]}}}\n",
       "error[bad-condition]: the filter of 'a' may have another answer after a part of the step is done"},
      {"    w: {steps: {a: {target: both, activities: [{call_operation: Care.backpu}]}}}\n",
       "error[unknown-name]: there is no operation of the interface 'Care' of 'app' named 'backpu' (did you mean 'backup'?)"},
      {"    w: {steps: {a: {target: db, activities: [{delegate: heal}]}}}\n", "error[unknown-name]: there is no workflow 'heal'"},
      {"    w: {steps: {a: {target: db, operation_host: SOURCE, activities: [{set_state: x}]}}}\n",
       "error[unknown-name]: the step 'a' has the operation_host 'SOURCE', which 'db' does not have"},
      {"    w: {steps: {a: {target: none, activities: [{set_state: x}]}}}\n",
       "warning[idle-step]: the group 'none' has no such members: the step 'a' does nothing"},
      {"    w: {steps: {a: {target: db, activities: [{call_operation: Standard.start}]}}}\n",
       "warning[idle-step]: the step 'a' of the workflow 'w' does nothing"},
      {"    w: {}\n", "warning[idle-step]: the workflow 'w' has no steps"},
  };
  for (const Wrong& wrong : all) {
    const Planned planned(wrong.workflows);
    const std::string problems = planned.model.problems();
    EXPECT_NE(problems.find(wrong.problem), std::string::npos) << wrong.workflows << problems;
    EXPECT_EQ(planned.plan.has_value(), std::string_view(wrong.problem).starts_with("warning")) << wrong.workflows << problems;
  }
}

/// Each of many workflows inlines the next one twice.
TEST(Workflow, RefusesWhatGrowsBeyondMeasure) {
  std::string doubling;
  for (int i = 0; i < 40; ++i) {
    const std::string next = std::to_string(i + 1);
    doubling += "    w" + (i == 0 ? "" : std::to_string(i)) + ": {steps: {a: {target: db, activities: [{inline: w" + next +
                "}, {inline: w" + next + "}]}}}\n";
  }
  const Planned planned(doubling + "    w40: {steps: {a: {target: db, activities: [{set_state: x}]}}}\n");
  EXPECT_FALSE(planned.plan);
  EXPECT_NE(planned.model.problems().find("error[workflow-limit]: more than 50000 steps of other workflows are inlined"),
            std::string::npos);
}

}  // namespace
}  // namespace planbuilder::flow
