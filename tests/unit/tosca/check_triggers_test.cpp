#include <gtest/gtest.h>

#include "tests/unit/tosca/event_model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::nothing_to_plan;
using testing::v2_0;

/// A profile alone: the relationship type R joins nodes of type A; `address` is where one of R's operations sends an event.
std::string sent_by_relationship(const std::string& address, const std::string& ends = "") {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {operations: {create: {}, start: {}}, notifications: {failed: {}}}
  Configure: {operations: {add_source: {}, link: {}}}
node_types:
  A: {interfaces: {standard: {type: Standard}}}
  B: {derived_from: A, interfaces: {extra: {type: Configure}}}
relationship_types:
  R:
)" + (ends.empty() ? "    valid_source_node_types: [A]\n    valid_target_node_types: [A]\n" : ends) +
                    "    interfaces: {configure: {type: Configure, operations: {link: {triggers: [\n      {event: " + address +
                    "}]}}}}\n  S: {derived_from: R}\n");
  return model.problems();
}

TEST(CheckTriggers, AcceptsWhatSomebodyCanReceive) {
  for (const std::string address :
       {"[SELF, SOURCE, INTERFACE, standard, create]", "[SELF, TARGET, start]", "[SELF, TARGET, INTERFACE, Standard, failed]",
        "add_source", "configure.add_source", "[SELF, add_source]", "[SELF, TARGET, INTERFACE, extra, add_source]"}) {
    EXPECT_EQ(sent_by_relationship(address), nothing_to_plan) << address;
  }
}

TEST(CheckTriggers, ReportsWhatNoValidTargetCanReceive) {
  EXPECT_EQ(
      sent_by_relationship("[SELF, TARGET, INTERFACE, standard, strat]"),
      nothing_to_plan +

          "service.yaml:13:51: error[bad-trigger]: nothing that [SELF, TARGET, INTERFACE, standard, strat] can lead to has the "
          "operation 'strat' (did you mean 'start'?)\n"
          "  service.yaml:6:3: 'A' has standard: create, start, failed\n");
  EXPECT_EQ(
      sent_by_relationship("[SELF, TARGET, INTERFACE, standerd, start]"),
      nothing_to_plan +

          "service.yaml:13:41: error[bad-trigger]: nothing that [SELF, TARGET, INTERFACE, standerd, start] can lead to has the "
          "interface 'standerd' (did you mean 'standard'?)\n"
          "  service.yaml:6:3: 'A' has standard: create, start, failed\n");
}

TEST(CheckTriggers, KnowsNothingOfOpenTypes) {
  EXPECT_EQ(sent_by_relationship("[SELF, TARGET, INTERFACE, other, x]", "    description: joins anything\n"), nothing_to_plan);
}

TEST(CheckTriggers, ReportsUnknownOperationsOfTheOwnInterface) {
  EXPECT_EQ(
      sent_by_relationship("add_sorce"),
      nothing_to_plan +

          "service.yaml:13:15: error[unknown-name]: this interface has no operation 'add_sorce' (did you mean 'add_source'?)\n");
}

TEST(CheckTriggers, ReportsStepsThatLeadNowhere) {
  EXPECT_EQ(sent_by_relationship("[SELF, CAPABILITY, ALL, x]"),
            nothing_to_plan +

                "service.yaml:13:22: error[bad-trigger]: a relationship has no CAPABILITY: from it lead SOURCE and TARGET\n");
  EXPECT_EQ(sent_by_relationship("[SELF, SOURCE, TARGET, x]"),
            nothing_to_plan +

                "service.yaml:13:30: error[bad-trigger]: a node has no TARGET: from it lead CAPABILITY and RELATIONSHIP\n");
  EXPECT_EQ(
      sent_by_relationship("[SLEF, SOURCE, x]"),
      nothing_to_plan +

          "service.yaml:13:16: error[bad-trigger]: a path starts with SELF or at a node, and 'SLEF' is neither (did you mean "
          "'SELF'?)\n");
}

TEST(CheckTriggers, TakesTheRelationshipForItsEnd) {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {operations: {create: {}}}
  Configure: {operations: {link: {}}}
relationship_types:
  R:
    valid_source_node_types: [A]
    interfaces: {configure: {type: Configure}}
capability_types:
  C: {valid_source_node_types: [A], valid_relationship_types: [R]}
node_types:
  A:
    capabilities: {feature: C}
    interfaces:
      standard:
        type: Standard
        operations:
          create:
            triggers:
              - event: [SELF, CAPABILITY, ALL, SOURCE, link]
              - event: [SELF, CAPABILITY, feature, RELATIONSHIP, ALL, link]
              - event: [SELF, CAPABILITY, feature, SOURCE, create]
              - event: [SELF, CAPABILITY, ALL, SOURCE, unlink]
              - event: [SELF, CAPABILITY, featre, SOURCE, link]
              - event: [SELF, CAPABILITY, feature, link]
)");
  EXPECT_EQ(
      model.problems(),
      nothing_to_plan +

          "service.yaml:20:24: warning[bad-trigger]: no node that [SELF, CAPABILITY, ALL, SOURCE, link] leads to has 'link', but "
          "the "
          "relationship before it does: that is taken to be meant\n"
          "service.yaml:23:56: error[bad-trigger]: nothing that [SELF, CAPABILITY, ALL, SOURCE, unlink] can lead to has the "
          "operation "
          "'unlink'\n"
          "  service.yaml:12:3: 'A' has standard: create\n"
          "service.yaml:24:43: error[unknown-name]: the type 'A' has no capability 'featre' (did you mean 'feature'?)\n"
          "service.yaml:25:43: error[bad-trigger]: a capability receives no events: nodes and relationships do\n");
}

TEST(CheckTriggers, FollowsRequirements) {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {operations: {create: {}}}
relationship_types: {R: {}}
capability_types: {C: {}}
node_types:
  Machine: {capabilities: {host: C}, interfaces: {power: {type: Standard}}}
  A:
    requirements: [host: {capability: C, node: Machine, relationship: R}]
    interfaces:
      standard:
        type: Standard
        operations:
          create:
            triggers:
              - event: [SELF, RELATIONSHIP, host, TARGET, INTERFACE, power, create]
              - event: [SELF, RELATIONSHIP, 0, TARGET, create]
              - event: [SELF, RELATIONSHIP, ALL, TARGET, INTERFACE, standard, create]
              - event: [SELF, RELATIONSHIP, hst, TARGET, create]
)");
  EXPECT_EQ(
      model.problems(),
      nothing_to_plan +

          "service.yaml:18:69: error[bad-trigger]: nothing that [SELF, RELATIONSHIP, ALL, TARGET, INTERFACE, standard, create] "
          "can lead "
          "to has the interface 'standard'\n"
          "  service.yaml:7:3: 'Machine' has power: create\n"
          "service.yaml:19:45: error[unknown-name]: the type 'A' has no requirement 'hst' (did you mean 'host'?)\n");
}

/// A node type whose requirement gives its relationships an interface, which R itself does not have. `sent` goes there, and
/// `sent_there` comes from there.
std::string sent_to_given(const std::string& sent, const std::string& sent_there) {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {operations: {create: {}, start: {}}}
  Configure: {operations: {add_source: {}, link: {}}}
capability_types: {C: {}}
relationship_types: {R: {valid_source_node_types: [A], valid_target_node_types: [A]}}
node_types:
  A:
    capabilities: {c: C}
    interfaces:
      standard: {type: Standard, operations: {create: {triggers: [{event: )" +
                    sent + R"(}]}}}
    requirements:
      - r:
          capability: C
          node: A
          relationship:
            type: R
            interfaces: {configure: {type: Configure, operations: {link: {triggers: [{event: )" +
                    sent_there + "}]}}}}\n");
  return model.problems();
}

TEST(CheckTriggers, KnowsInterfacesThatRequirementsGiveTheirRelationships) {
  const std::string there = "[SELF, RELATIONSHIP, r, INTERFACE, configure, add_source]";
  EXPECT_EQ(sent_to_given(there, "[SELF, TARGET, start]"), nothing_to_plan);
  EXPECT_EQ(sent_to_given("[SELF, CAPABILITY, c, RELATIONSHIP, ALL, INTERFACE, configure, link]", "add_source"), nothing_to_plan);
  EXPECT_EQ(sent_to_given("[SELF, RELATIONSHIP, r, INTERFACE, configure, add_sorce]", "add_source"),
            nothing_to_plan +
                "service.yaml:11:110: error[bad-trigger]: nothing that [SELF, RELATIONSHIP, r, INTERFACE, configure, add_sorce] "
                "can lead to has the interface 'configure'\n"
                "  service.yaml:6:22: 'R' has no interface\n");
  EXPECT_EQ(sent_to_given(there, "[SELF, TARGET, strat]"),
            nothing_to_plan +
                "service.yaml:18:109: error[bad-trigger]: nothing that [SELF, TARGET, strat] can lead to has the operation "
                "'strat' (did you mean 'start'?)\n"
                "  service.yaml:8:3: 'A' has standard: create, start\n");
}

TEST(CheckTriggers, ReportsAmbiguousOperations) {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {operations: {create: {}, other: {}}}
node_types:
  A:
    interfaces:
      one: {type: Standard, operations: {other: {triggers: [{event: [SELF, create]}, {event: create}]}}}
      two: {type: Standard}
)");
  EXPECT_EQ(model.problems(), nothing_to_plan +

                                  "service.yaml:7:69: error[bad-trigger]: 'A' has several interfaces with 'create': say which, "
                                  "by INTERFACE and its name\n"
                                  "  service.yaml:7:7: the interface 'one' has it\n"
                                  "  service.yaml:8:7: the interface 'two' has it\n");
}

TEST(CheckTriggers, JudgesTemplatesAndServiceEvents) {
  const Model model(std::string(v2_0) + R"(interface_types: {I: {operations: {create: {}}}}
node_types: {A: {interfaces: {standard: {type: I}}}}
service_template:
  node_templates:
    a:
      type: A
      interfaces: {standard: {operations: {create: {triggers: [{event: craete}, {event: deploy}]}}}}
  events:
    deploy:
      triggers:
        - event: [ALL, create]
        - event: [aa, create]
        - event: [SELF, create]
        - event: [a, delete]
        - event: undeplooy
    undeploy: {}
)");
  EXPECT_EQ(
      model.problems(),
      "service.yaml:8:72: error[unknown-name]: this interface has no operation 'craete' (did you mean 'create'?)\n"
      "service.yaml:13:19: error[bad-trigger]: a path starts with SELF or at a node, and 'aa' is neither (did you mean 'a'?)\n"
      "service.yaml:14:18: error[bad-trigger]: an event of the service is no entity: its path starts with the name of a node, or "
      "with ALL\n"
      "service.yaml:15:22: error[bad-trigger]: nothing that [a, delete] can lead to has the operation 'delete'\n"
      "  service.yaml:3:14: 'A' has standard: create\n"
      "service.yaml:16:18: error[unknown-name]: the service has no event 'undeplooy' (did you mean 'undeploy'?)\n");
}

TEST(CheckTriggers, JudgesWhatConditionsReadElsewhere) {
  const Model model(std::string(v2_0) + R"(interface_types:
  Standard: {attributes: {state: {type: string}}, operations: {create: {}}}
  Configure: {attributes: {target_state: {type: string}}}
relationship_types: {R: {interfaces: {configure: {type: Configure}}}}
capability_types: {C: {}}
node_types:
  A:
    capabilities: {feature: C}
    requirements: [link: {capability: C, node: A, relationship: R}]
    interfaces:
      standard:
        type: Standard
        operations:
          create:
            preconditions:
              - $for_each: ['@r', [SELF, RELATIONSHIP, ALL], {$equal: [{$get_attribute: ['@r', target_state]}, x]}]
              - $for_each: ['@r', [SELF, RELATIONSHIP, ALL], {$equal: [{$get_attribute: ['@r', taget_state]}, x]}]
              - $for_each: ['@r', [SELF, RELATIONSHIP, lnk], {$equal: [{$get_attribute: ['@s', target_state]}, x]}]
              - $equal: [{$get_attribute: [INTERFACE, standard, state]}, x]
              - $equal: [{$get_attribute: [SELF, RELATIONSHIP, link, ALL, TARGET, INTERFACE, standard, stat]}, x]
              - $equal: [{$get_attribute: [SELF, RELATIONSHIP, link, INTERFACE, confgure, target_state]}, x]
)");
  EXPECT_EQ(
      model.problems(),
      nothing_to_plan +
          "service.yaml:18:96: error[unknown-name]: nothing that this can lead to has the attribute 'taget_state' (did you mean "
          "'target_state'?)\n"
          "service.yaml:19:56: error[unknown-name]: the type 'A' has no requirement 'lnk' (did you mean 'link'?)\n"
          "service.yaml:19:90: error[unknown-name]: there is no variable '@s' here (did you mean '@r'?)\n"
          "service.yaml:21:104: error[unknown-name]: nothing that this can lead to has the attribute 'stat' in the interface "
          "'standard' (did you mean 'state'?)\n"
          "service.yaml:22:81: error[unknown-name]: nothing that this can lead to has the interface 'confgure' (did you mean "
          "'configure'?)\n");
}

TEST(CheckTriggers, KnowsTheEventsThatPoliciesWaitFor) {
  const Model model(std::string(testing::v1_3) + R"(interface_types:
  org.Alive: {derived_from: tosca.interfaces.Root, notifications: {failed: {}}}
node_types:
  A: {derived_from: tosca.nodes.Root, interfaces: {alive: {type: org.Alive}}}
topology_template:
  node_templates: {a: {type: A}}
  policies:
    - recover:
        type: tosca.policies.Root
        targets: [a]
        triggers:
          by_name: {event: alive.failed, action: []}
          by_type: {event: org.Alive.failed, action: []}
          from_elsewhere: {event: monitoring.alarm, action: []}
          misspelt: {event: org.Alive.faild, action: []}
)");
  EXPECT_EQ(model.problems(),
            "service.yaml:16:11: warning[unknown-name]: the interface 'org.Alive' of 'a' has no event 'faild' (did you mean "
            "'failed'?)\n");
}

}  // namespace
}  // namespace planbuilder::tosca
