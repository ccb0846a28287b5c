#include <gtest/gtest.h>

#include <sstream>

#include "planbuilder/react/foresee.h"
#include "planbuilder/react/reactions_json.h"
#include "planbuilder/react/reactions_of.h"
#include "tests/support/model.h"

namespace planbuilder::react {
namespace {

using planbuilder::testing::file;
using planbuilder::testing::Model;

/// The types that the models below use.
const std::string types = R"(
interface_types:
  Alive: {derived_from: tosca.interfaces.Root, notifications: {failed: {}, load: {}}}
node_types:
  Base:
    derived_from: tosca.nodes.Root
    attributes: {level: {type: integer}, password: {type: string}}
    capabilities: {service: {type: tosca.capabilities.Node, attributes: {open: {type: boolean}}}}
    interfaces: {Alive: {type: Alive, notifications: {failed: {outputs: {l: [SELF, level], p: [SELF, password]}}}}}
  Derived: {derived_from: Base}
policy_types:
  ForDerived: {derived_from: tosca.policies.Root, targets: [Derived]}
topology_template:
  node_templates: {db: {type: Base}, app: {type: Derived, requirements: [dependency: db]}}
  groups: {both: {type: tosca.groups.Root, members: [db, app]}}
  workflows: {recover: {steps: {one: {target: db, activities: [set_state: broken]}}}}
)";

std::string policy(const std::string& name, const std::string& trigger, const std::string& targets = "[db]") {
  return "    - " + name + ": {type: tosca.policies.Root, targets: " + targets + ", triggers: {t: {" + trigger + "}}}\n";
}

struct Found {
  explicit Found(const std::string& policies) : model(file(types + "  policies:\n" + policies)) {
    if (model.topology) reactions = reactions_of(*model.topology, model.diagnostics);
  }
  [[nodiscard]] const Reaction& only() const { return reactions.reactions.at(0); }
  [[nodiscard]] std::string condition(std::size_t subject = 0) const { return to_text(only().subjects.at(subject).condition); }

  Model model;
  Reactions reactions;
};

std::string subjects_of(const Reaction& reaction) {
  std::string text;
  for (const Subject& subject : reaction.subjects) text += (text.empty() ? "" : " ") + subject.entity.id;
  return text;
}

TEST(Reactions, EventsGoByTheNameOfTheInterfaceOfItsTypeOrOfTheNotification) {
  for (const std::string event : {"Alive.failed", "failed"}) {
    const Found found(policy("p", "event: " + event + ", action: [{inline: recover}]"));
    ASSERT_EQ(found.model.problems(), "");
    EXPECT_TRUE(found.only().is_heard) << event;
    ASSERT_EQ(found.reactions.notifications.size(), 4U);
    EXPECT_EQ(found.reactions.notifications[0].sets_off, std::vector<std::size_t>{0});
    EXPECT_TRUE(found.reactions.notifications[2].sets_off.empty()) << "app is no target";
    EXPECT_EQ(subjects_of(found.only()), "db");
  }
}

TEST(Reactions, OutputsAreMappedAndSecretsAreKnown) {
  const Found found("");
  const Notification& failed = found.reactions.notifications.at(0);
  ASSERT_EQ(failed.mappings.size(), 2U);
  EXPECT_EQ(failed.mappings[0].attribute, "level");
  EXPECT_FALSE(failed.mappings[0].secret);
  EXPECT_TRUE(failed.mappings[1].secret);
}

TEST(Reactions, TargetsMayBeGroupsAndNoTargetsAreAll) {
  EXPECT_EQ(subjects_of(Found(policy("p", "event: Alive.failed, action: [{inline: recover}]", "[both]")).only()), "db app");
  EXPECT_EQ(subjects_of(Found(policy("p", "event: Alive.failed, action: [{inline: recover}]", "[]")).only()), "db app");
  EXPECT_EQ(subjects_of(Found(policy("p", "event: elsewhere, action: [{inline: recover}]")).only()), "db");
}

TEST(Reactions, WithoutTargetsATypeSaysWhomTheyAreAbout) {
  const auto subjects = [](const std::string& filter, const std::string& targets) {
    const Found found(policy(
        "p", "event: Alive.failed, target_filter: {node: " + filter + "}, condition: [{level: 1}], action: [{inline: recover}]",
        targets));
    return subjects_of(found.only()) + (found.model.problems().find("never acts") == std::string::npos ? "" : "never");
  };
  EXPECT_EQ(subjects("Base", "[]"), "db app");
  EXPECT_EQ(subjects("Base", "[app]"), "app");
  EXPECT_EQ(subjects("Derived", "[]"), "app") << "others are not looked at";
  EXPECT_EQ(subjects("Derived", "[both]"), "app");
  EXPECT_EQ(subjects("Derived", "[db]"), "never");
  const Found by_policy("    - p: {type: ForDerived, triggers: {t: {event: Alive.failed, action: [{inline: recover}]}}}\n");
  EXPECT_EQ(subjects_of(by_policy.only()), "app");
  EXPECT_TRUE(by_policy.reactions.notifications[0].sets_off.empty()) << "db is of no such type";
}

TEST(Reactions, ActionsNameTheirPlans) {
  const auto plan_of = [](const std::string& action) {
    return Found(policy("p", "event: Alive.failed, action: [" + action + "]")).only().plan;
  };
  EXPECT_EQ(plan_of("{inline: recover}"), "workflow-recover");
  EXPECT_EQ(plan_of("{inline: deploy}"), "build");
  EXPECT_EQ(plan_of("{call_operation: Standard.start}"), "trigger-p.t");
  EXPECT_EQ(plan_of("{inline: recover}, {call_operation: Standard.start}"), "trigger-p.t");
}

TEST(Reactions, APlanIsGivenTheInputsOfItsWorkflow) {
  const Found found(policy("p", "event: Alive.failed, action: [{inline: {workflow: recover, inputs: {depth: 3}}}]"));
  ASSERT_EQ(found.only().inputs.size(), 1U);
  EXPECT_EQ(found.only().inputs[0].name, "depth");
  const Found inside(
      policy("p", "event: Alive.failed, action: [{call_operation: {operation: Standard.start, inputs: {depth: 3}}}]"));
  EXPECT_TRUE(inside.only().inputs.empty()) << "the plan of the trigger has them inside";
}

TEST(Reactions, ScalingIsThatOfTheRegion) {
  const Found found(
      "    - many: {type: tosca.policies.Scaling, targets: [app], triggers: {t: {event: "
      "Alive.load, action: [{inline: scale_out}]}}}\n");
  EXPECT_EQ(found.only().plan, "scale-out-many") << found.model.problems();
}

TEST(Reactions, ClausesBecomeOneCondition) {
  const auto condition = [](const std::string& clauses) {
    return Found(policy("p", "event: Alive.failed, condition: " + clauses + ", action: [{inline: recover}]")).condition();
  };
  EXPECT_EQ(condition("[{level: [{greater_than: 2}]}]"), R"({"$greater_than":[{"$get_attribute":["node","db","level"]},2]})");
  EXPECT_EQ(condition("{level: 2}"), R"({"$equal":[{"$get_attribute":["node","db","level"]},2]})");
  EXPECT_EQ(condition("[{not: [{or: [{level: {equal: 1}}, {level: {in_range: [5, UNBOUNDED]}}]}]}]"),
            R"({"$not":[{"$or":[{"$equal":[{"$get_attribute":["node","db","level"]},1]},)"
            R"({"$greater_or_equal":[{"$get_attribute":["node","db","level"]},5]}]}]})");
}

TEST(Reactions, AFilterSaysWhoseAttributeIsLookedAt) {
  const auto condition = [](const std::string& filter) {
    const Found found(policy(
        "p", "event: Alive.failed, target_filter: " + filter + ", condition: [{level: {equal: 1}}], action: [{inline: recover}]",
        "[app]"));
    return found.condition();
  };
  EXPECT_EQ(condition("{node: db}"), R"({"$equal":[{"$get_attribute":["node","db","level"]},1]})");
  EXPECT_EQ(condition("{node: Base}"), R"({"$equal":[{"$get_attribute":["node","app","level"]},1]})");
  EXPECT_EQ(condition("{node: app, requirement: dependency}"), R"({"$equal":[{"$get_attribute":["node","db","level"]},1]})");
}

TEST(Reactions, ConditionsAreObserved) {
  const Found found(
      policy("p",
             "event: Alive.load, condition: {constraint: [{level: {greater_than: 80}}], period: 1 m, evaluations: 4, "
             "method: average}, schedule: {start_time: 1970-01-02T00:00:00Z, end_time: 1970-01-03T00:00:00Z}, "
             "action: [{inline: recover}]"));
  ASSERT_EQ(found.model.problems(), "");
  EXPECT_EQ(found.only().period, 60.0);
  EXPECT_EQ(found.only().evaluations, 4U);
  EXPECT_EQ(found.only().from, 86400);
  EXPECT_EQ(found.only().until, 172800);
  EXPECT_EQ(found.condition(), R"({"$greater_than":[{"$get_input":["average"]},80]})");
  EXPECT_EQ(to_text(found.only().subjects[0].sample), R"({"$get_attribute":["node","db","level"]})");
}

TEST(Reactions, WhatCannotBeJudgedNeverActs) {
  for (const std::string condition : {"{constraint: utilization greater_than 50%}", "[{level: {pattern: x}}]",
                                      "{constraint: [{level: 1}, {password: 2}], method: sum}"}) {
    const Found found(policy("p", "event: Alive.failed, condition: " + condition + ", action: [{inline: recover}]"));
    EXPECT_TRUE(found.only().subjects.empty()) << condition;
    EXPECT_NE(found.model.problems().find("never acts"), std::string::npos) << condition << found.model.problems();
  }
}

TEST(Reactions, ConditionsReadWhatIsThere) {
  const Found found(policy("p", "event: Alive.failed, condition: [{levle: 1}], action: [{inline: recover}]"));
  EXPECT_NE(found.model.problems().find("did you mean 'level'"), std::string::npos) << found.model.problems();
}

TEST(Reactions, AnEventThatNobodyTellsOfIsWarnedOf) {
  const Found found(policy("p", "event: Alive.faild, action: [{inline: recover}]"));
  EXPECT_NE(found.model.problems().find("tells of the event 'Alive.faild' of 'p.t' (did you mean 'Alive.failed'?)"),
            std::string::npos)
      << found.model.problems();
}

TEST(Reactions, AreADocument) {
  const Found found(policy("p", "event: Alive.failed, condition: [{level: 1}], action: [{inline: recover}]"));
  const std::string text = to_json(found.reactions, {"shop", "shop.yaml", "abc"});
  EXPECT_NE(text.find(R"("format": "planbuilder/reactions/1")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("sets_off": [
        "p.t"
      ])"),
            std::string::npos)
      << text;
  EXPECT_EQ(text, to_json(found.reactions, {"shop", "shop.yaml", "abc"}));
}

std::string foreseen(Found& found, const std::string& told, const std::vector<std::string>& values) {
  std::ostringstream out;
  const auto foresight = foresee(*found.model.topology, found.reactions, told, values, found.model.diagnostics);
  if (foresight) write_text(*foresight, out);
  return out.str();
}

TEST(Foresee, SaysWhatIsSetAndWhichPlansRun) {
  Found found(policy("p", "event: Alive.failed, condition: [{level: {greater_than: 9}}], action: [{inline: recover}]") +
              policy("q",
                     "event: Alive.failed, condition: {constraint: [{level: {less_than: 5}}], evaluations: 2}, action: [{inline: "
                     "recover}]") +
              policy("r", "event: Alive.failed, action: [{inline: recover}]"));
  EXPECT_EQ(foreseen(found, "db.Alive.failed", {"l=10", "p=hush"}), R"(db tells Alive.failed
  sets     level of db to 10
  sets     password of db to ***
  trigger  p.t acts: the plan 'workflow-recover' is run
           this holds: level of db > 9
  trigger  q.t does not act
           this does not hold: level of db < 5
  trigger  r.t acts: the plan 'workflow-recover' is run
)");
  EXPECT_NE(foreseen(found, "db.failed", {"l=1"}).find("q.t may act"), std::string::npos);
  EXPECT_NE(foreseen(found, "db.failed", {}).find("p.t may act"), std::string::npos) << "the model gives no level";
  EXPECT_EQ(foreseen(found, "app.load", {}), "app tells Alive.load\n  nothing happens\n");
}

TEST(Foresee, RefusesWhatIsNotThere) {
  Found found("");
  EXPECT_EQ(foreseen(found, "db.Alive.faild", {}), "");
  EXPECT_NE(found.model.problems().find("there is no notification 'db.Alive.faild' (did you mean 'db.Alive.failed'?)"),
            std::string::npos);
  EXPECT_EQ(foreseen(found, "db.failed", {"level"}), "");
}

TEST(Reactions, AServiceWithoutEventsHasNone) {
  const Model model(file("topology_template: {node_templates: {a: {type: tosca.nodes.Root}}}"));
  Diagnostics diagnostics;
  EXPECT_TRUE(reactions_of(*model.topology, diagnostics).empty());
}

}  // namespace
}  // namespace planbuilder::react
