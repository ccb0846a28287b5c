// Services with state machines of their own: what becomes of each part of the grammar in a plan.
#include <gtest/gtest.h>

#include "tests/support/plan_kinds.h"
#include "tests/unit/events/derived.h"

namespace planbuilder::events {
namespace {

using testing::are_unordered;
using testing::EventService;
using testing::ids;
using testing::is_before;
using testing::reduced_edges;

/// A service of one node type with one interface `life`, whose operations are given, joined by relationships of type Join.
std::string service(std::string_view operations, std::string_view events, std::string_view nodes, std::string_view more = "",
                    std::string_view implemented = "") {
  return "tosca_definitions_version: tosca_2_0\n"
         "capability_types:\n  Feature: {}\n"
         "relationship_types:\n"
         "  Join: {valid_source_node_types: [Thing], valid_target_node_types: [Thing]}\n"
         "node_types:\n"
         "  Thing:\n"
         "    attributes: {health: {type: string}}\n"
         "    capabilities: {feature: {type: Feature}}\n"
         "    requirements:\n"
         "      - next: {capability: Feature, relationship: Join, count_range: [0, UNBOUNDED]}\n"
         "    interfaces:\n"
         "      life:\n"
         "        type: Life\n" +
         (implemented.empty() ? "" : "        operations: {" + std::string(implemented) + ": {implementation: go.sh}}\n") +
         "interface_types:\n"
         "  Life:\n"
         "    attributes:\n"
         "      state: {type: string, default: initial}\n"
         "      desired_state: {type: string, default: initial}\n"
         "      mood: {type: string, default: good}\n" +
         std::string(more) + "    operations:\n" + std::string(operations) + "service_template:\n" +
         (events.empty() ? "" : "  events:\n" + std::string(events)) + "  node_templates:\n" + std::string(nodes);
}

constexpr std::string_view one_node = "    x: {type: Thing}\n";
constexpr std::string_view deploy_go = "    deploy:\n      triggers:\n        - event: [ALL, INTERFACE, life, go]\n";

TEST(EventPlan, TriggersOfOneOperationLeadToTheNext) {
  EventService line(service(R"(
      go:
        on_success: {set: {state: gone}, triggers: [{event: rest}]}
      rest:
        on_success: {set: {state: resting}}
)",
                            deploy_go, one_node));
  const auto plan = line.plan();
  ASSERT_TRUE(plan) << line.problems();
  EXPECT_EQ(plan->derivation, "events");
  EXPECT_EQ(reduced_edges(*plan), "x/go -> x/rest\n");
  ASSERT_EQ(plan->edges.size(), 1U);
  std::vector<std::string> rules;
  for (const flow::Origin& origin : plan->edges[0].origins) rules.push_back(origin.rule + ": " + origin.reason);
  EXPECT_EQ(rules, (std::vector<std::string>{"trigger: 'go' of 'x' sends rest", "overwrites: both write 'state' of 'x'"}));
}

TEST(EventPlan, AnEventThatIsNotThereIsAnErrorThatSaysWhatCanBeSent) {
  EventService none(service("      go: {precondition: {$equal: [{$get_state: [state]}, initial]}}\n", "", one_node));
  EXPECT_FALSE(none.plan());
  EXPECT_EQ(none.problems(),
            "error[unknown-event]: the service has no event 'deploy', and which event starts a plan is not guessed\n"
            "  what can be sent: --send go\n");
  EventService other(
      service("      go: {}\n", "    backup:\n      triggers:\n        - event: [ALL, INTERFACE, life, go]\n", one_node));
  EXPECT_FALSE(other.plan());
  EXPECT_NE(other.problems().find("what can be sent: --event backup"), std::string::npos) << other.problems();
}

TEST(EventPlan, EveryOtherEventOfTheServiceHasAPlan) {
  EventService service_(
      service("      go: {}\n",
              std::string(deploy_go) + "    backup:\n      triggers:\n        - event: [x, INTERFACE, life, go]\n", one_node));
  const auto requests = service_.derivation->all_plans();
  ASSERT_EQ(requests.size(), 2U);
  const auto plan = service_.plan(requests[1]);
  ASSERT_TRUE(plan) << service_.problems();
  EXPECT_EQ(plan->name, "event-backup");
  EXPECT_EQ(ids(*plan), (std::vector<std::string>{"x/go"}));
  EXPECT_FALSE(plan->activities[flow::ActivityId(0)].makes_instance);
  EXPECT_TRUE(plan->activities[flow::ActivityId(0)].loops) << "for every instance that is there";
}

TEST(EventPlan, AnEventIsSentToAllThatHaveIt) {
  EventService sent(service("      go: {}\n", "", "    x: {type: Thing}\n    y: {type: Thing}\n"), {.send = "go"});
  const auto plan = sent.plan({kinds::event, nullptr, "go"});
  ASSERT_TRUE(plan) << sent.problems();
  EXPECT_EQ(ids(*plan), (std::vector<std::string>{"x/go", "y/go"}));
  EXPECT_TRUE(plan->activities[flow::ActivityId(0)].makes_instance);
}

TEST(EventPlan, WhatOnlyARunKnowsBecomesACondition) {
  EventService asked(service(R"(
      go:
        outputs: {result: [SELF, mood]}
        on_success: {triggers: [{event: rest, condition: {$equal: [{$get_state: [mood]}, bad]}}]}
      rest:
        on_success: {triggers: [{event: end}]}
      end: {}
)",
                             deploy_go, one_node, "", "go"));
  const auto plan = asked.plan();
  ASSERT_TRUE(plan) << asked.problems();
  ASSERT_EQ(ids(*plan), (std::vector<std::string>{"x/go", "x/rest", "x/end"}));
  EXPECT_FALSE(plan->activities[flow::ActivityId(0)].condition.present());
  for (const std::size_t later : {1U, 2U}) {  // what follows from it is as uncertain
    EXPECT_EQ(to_text(*plan->activities[flow::ActivityId(later)].condition),
              R"({"$equal":[{"$get_attribute":["node","x","mood"]},"bad"]})");
  }
  EXPECT_TRUE(is_before(*plan, "x/go", "x/rest"));
}

TEST(EventPlan, APreconditionThatOnlyARunKnowsIsAConditionToo) {
  EventService asked(service(R"(
      go:
        outputs: {result: [SELF, mood]}
        on_success: {triggers: [{event: rest}]}
      rest:
        precondition: {$and: [{$equal: [{$get_state: [state]}, initial]}, {$not: {$equal: [{$get_state: [mood]}, bad]}}]}
)",
                             deploy_go, one_node, "", "go"));
  const auto plan = asked.plan();
  ASSERT_TRUE(plan) << asked.problems();
  EXPECT_EQ(to_text(*plan->activities[flow::ActivityId(1)].condition),  // the part that is true already is gone
            R"({"$not":[{"$equal":[{"$get_attribute":["node","x","mood"]},"bad"]}]})");
}

TEST(EventPlan, AnEventThatNobodyHandlesLeavesTheService) {
  EventService told(
      service("      go: {on_success: {triggers: [{event: done}]}}\n", std::string(deploy_go) + "    done: {}\n", one_node));
  const auto plan = told.plan();
  ASSERT_TRUE(plan) << told.problems();
  ASSERT_EQ(plan->activities.size(), 2U);
  const flow::Activity& last = plan->activities[flow::ActivityId(1)];
  EXPECT_TRUE(last.of_service);
  EXPECT_TRUE(last.event->leaves_service);
  EXPECT_EQ(told.derivation->all_plans().size(), 1U);
}

TEST(EventPlan, RepeatsAndSharedNamesAreToldApart) {
  EventService twice(service(R"(
      go:
        on_success: {triggers: [{event: rest}, {event: rest}]}
      rest: {}
)",
                             deploy_go, one_node));
  const auto plan = twice.plan();
  ASSERT_TRUE(plan) << twice.problems();
  EXPECT_EQ(ids(*plan), (std::vector<std::string>{"x/go", "x/rest", "x/rest#2"}));
  EXPECT_TRUE(are_unordered(*plan, "x/rest", "x/rest#2"));
}

TEST(EventPlan, WritesThatNothingElseOrdersAreReported) {
  EventService race(service(R"(
      go:
        on_success: {triggers: [{event: laugh}, {event: cry}]}
      laugh: {on_success: {set: {mood: good}}}
      cry: {on_success: {set: {mood: bad}}}
)",
                            deploy_go, one_node));
  const auto plan = race.plan();
  ASSERT_TRUE(plan) << race.problems();
  EXPECT_TRUE(is_before(*plan, "x/laugh", "x/cry"));
  EXPECT_EQ(race.problems(),
            "warning[unordered-writes]: 'laugh' of 'x' and 'cry' of 'x' both write 'mood' of 'x', and nothing else says which "
            "comes first\n"
            "  the plan lets them come in this order, which is that of the declaration\n"
            "  the other one is here\n");
}

TEST(EventPlan, EqualWritesAreNoRace) {
  EventService same(service(R"(
      go:
        on_success: {triggers: [{event: laugh}, {event: cry}]}
      laugh: {on_success: {set: {mood: good}}}
      cry: {on_success: {set: {mood: good}}}
)",
                            deploy_go, one_node));
  ASSERT_TRUE(same.plan());
  EXPECT_EQ(same.problems(), "");
}

TEST(EventPlan, ATriggerThatReachesNobodyIsReported) {
  EventService lonely(
      service("      go: {on_success: {triggers: [{event: [SELF, RELATIONSHIP, ALL, TARGET, INTERFACE, life, go]}]}}\n",
              deploy_go, one_node));
  ASSERT_TRUE(lonely.plan()) << lonely.problems();
  EXPECT_EQ(
      lonely.problems(),
      "warning[unaddressed]: nothing receives [SELF, RELATIONSHIP, ALL, TARGET, INTERFACE, life, go] anywhere in this service\n");
}

TEST(EventPlan, MachinesThatNeverRestAreAnError) {
  EventService busy(service(R"(
      go: {on_success: {triggers: [{event: rest}]}}
      rest: {on_success: {triggers: [{event: go}]}}
)",
                            deploy_go, one_node));
  EXPECT_FALSE(busy.plan());
  EXPECT_TRUE(busy.problems().starts_with("error[endless]: 'go' of 'x' is handled again and again")) << busy.problems();
}

TEST(EventPlan, ManyMachinesThatNeverRestAreFoundOutSoon) {
  // None of them comes to its thousand rounds, and the conditions that only a run can answer do not add up.
  std::string nodes;
  for (int i = 0; i < 100; ++i) nodes += "    n" + std::to_string(i) + ": {type: Thing}\n";
  EventService busy(service(R"(
      go:
        outputs: {state: [SELF, state]}
        precondition: {$not: [{$equal: [{$get_state: [state]}, never]}]}
        on_success: {triggers: [{event: go}]}
)",
                            deploy_go, nodes));
  EXPECT_FALSE(busy.plan());
  EXPECT_TRUE(busy.problems().starts_with("error[endless]: 'go' of 'n")) << busy.problems().substr(0, 500);
}

TEST(EventPlan, AStartThatIsRefusedIsAnError) {
  EventService refused(
      service("      go: {}\n",
              "    deploy:\n      precondition: {$equal: [{$get_attribute: [x, INTERFACE, life, state]}, ready]}\n"
              "      triggers:\n        - event: [ALL, INTERFACE, life, go]\n",
              one_node));
  EXPECT_FALSE(refused.plan());
  EXPECT_TRUE(refused.problems().starts_with("error[event-refused]")) << refused.problems();
}

TEST(EventPlan, SettingTheDesiredStateDrivesTheMachine) {
  constexpr std::string_view operations = R"(
      go: {precondition: {$equal: [{$get_state: [state]}, initial]}, on_success: {set: {state: gone}}}
      rest: {precondition: {$equal: [{$get_state: [state]}, gone]}, on_success: {set: {state: resting}}}
)";
  constexpr std::string_view events = "    deploy: {set: {desired_state: resting}}\n";
  constexpr std::string_view driven = R"(
    triggers:
      - event: go
        condition: {$and: [{$equal: [{$get_state: [desired_state]}, resting]}, {$equal: [{$get_state: [state]}, initial]}]}
      - event: rest
        condition: {$and: [{$equal: [{$get_state: [desired_state]}, resting]}, {$equal: [{$get_state: [state]}, gone]}]}
)";
  EventService moved(service(operations, events, one_node, driven));
  const auto plan = moved.plan();
  ASSERT_TRUE(plan) << moved.problems();
  EXPECT_EQ(reduced_edges(*plan), "x/go -> x/rest\n");
  EventService missing(service(operations, events, one_node, R"(
    triggers:
      - event: go
        condition: {$and: [{$equal: [{$get_state: [desired_state]}, resting]}, {$equal: [{$get_state: [state]}, initial]}]}
)"));
  EXPECT_FALSE(missing.plan());
  EXPECT_TRUE(
      missing.problems().starts_with("error[stuck]: 'x' is stuck: it rests at 'gone' and not at 'resting'\n"
                                     "  'rest' would be next, but nothing sends it to 'x'\n"))
      << missing.problems();
}

TEST(EventPlan, AnEventSentOnEntryComesWhenTheOperationIsDone) {
  EventService early(
      service("      go: {on_entry: {triggers: [{event: rest}]}}\n      rest: {}\n", deploy_go, one_node, "", "go"));
  const auto plan = early.plan();
  ASSERT_TRUE(plan) << early.problems();
  EXPECT_TRUE(is_before(*plan, "x/go", "x/rest"));
  EXPECT_TRUE(early.problems().starts_with("note[sent-on-entry]")) << early.problems();
}

TEST(EventPlan, ATriggerThatWasNotSentStaysUnsent) {
  // 'cry' of x would be sent if 'mood' of y was bad: what makes it bad must come later.
  EventService kept(service(R"(
      go:
        on_success:
          triggers:
            - {event: cry, condition: {$equal: [{$get_attribute: [SELF, RELATIONSHIP, next, 0, TARGET, INTERFACE, life, mood]}, bad]}}
            - {event: turn}
      turn: {precondition: {$equal: [{$get_state: [mood]}, good]}, on_success: {set: {mood: bad}}}
      cry: {}
)",
                            deploy_go, "    x: {type: Thing, requirements: [{next: y}]}\n    y: {type: Thing}\n"));
  const auto plan = kept.plan();
  ASSERT_TRUE(plan) << kept.problems();
  EXPECT_TRUE(is_before(*plan, "x/go", "y/turn"));
  EXPECT_TRUE(are_unordered(*plan, "x/turn", "y/turn"));
}

/// `x` waits for the state of `a`, which waits for that of `b`, and so on; what the last waits for never comes.
TEST(EventPlan, AStuckMachineIsFollowedToTheRoot) {
  constexpr std::string_view own = R"(tosca_definitions_version: tosca_2_0
interface_types:
  Life:
    attributes: {state: {type: string, default: initial}, key: {type: string, default: none}}
    operations:
      go:
        precondition:
          - {$equal: [{$get_state: [state]}, initial]}
        on_success: {set: {state: gone}}
capability_types: {Service: {}}
relationship_types: {Uses: {}}
node_types:
  User:
    capabilities: {service: {type: Service}}
    requirements: [uses: {capability: Service, relationship: Uses}]
    interfaces:
      life:
        type: Life
        operations:
          go:
            precondition:
              $for_each:
                - '@used'
                - [SELF, RELATIONSHIP, uses, ALL, TARGET]
                - {$equal: [{$get_attribute: ['@used', INTERFACE, life, state]}, gone]}
  Locked:
    capabilities: {service: {type: Service}}
    interfaces:
      life:
        type: Life
        operations:
          go: {precondition: {$equal: [{$get_state: [key]}, turned]}}
service_template:
  events: {deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}}
  node_templates:
    x: {type: User, requirements: [{uses: a}]}
    a: {type: User, requirements: [{uses: b}]}
    b: {type: Locked}
)";
  EventService stuck(own, {.desired = "gone"});
  EXPECT_FALSE(stuck.plan());
  EXPECT_EQ(stuck.problems().substr(0, stuck.problems().find("error[stuck]: 'a'")),
            "error[stuck]: 'x' is stuck: it rests at 'initial' and not at 'gone'\n"
            "  'go' would be next, but its precondition does not hold\n"
            "  it looks whether 'state' of 'a' is 'gone'; it is 'initial'\n"
            "  'go' of 'a' would change that\n"
            "  before that: 'go' of 'a', which looks whether 'state' of 'b' is 'gone'; it is 'initial'\n"
            "  before that: 'go' of 'b', which looks whether 'key' of 'b' is 'turned'; it is 'none'\n"
            "  never true: nothing ever makes it so that 'key' of 'b' is 'turned'\n");
}

}  // namespace
}  // namespace planbuilder::events
