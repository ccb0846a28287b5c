#include <gtest/gtest.h>

#include "planbuilder/tosca/model/digest.h"
#include "tests/unit/tosca/event_model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::nothing_to_plan;
using testing::one_event;
using testing::rules_in;
using testing::v1_3;
using testing::v2_0;

struct Variant {
  std::string name;
  std::string body;
  std::string rules;
};

void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

class EventVariants : public ::testing::TestWithParam<Variant> {};

TEST_P(EventVariants, AreReadAlikeInBothLanguages) {
  for (const std::string_view version : {v1_3, v2_0}) {
    const Model model = one_event(version, GetParam().body);
    EXPECT_EQ(model.problems(), nothing_to_plan) << version;
    EXPECT_EQ(rules_in(model, "I", "", "go"), GetParam().rules) << version;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Grammar, EventVariants,
    ::testing::Values(
        Variant{"precondition", "        precondition: {$equal: [{$get_state: [state]}, initial]}\n",
                "needs $equal($get_state(state),initial)"},
        Variant{"preconditions", "        preconditions: {$not: {$equal: [{$get_state: state}, initial]}}\n",
                "needs $not($equal($get_state(state),initial))"},
        Variant{"list_of_preconditions",
                "        preconditions:\n          - $equal: [{$get_state: [state]}, a]\n"
                "          - $equal: [{$get_state: [error]}, false]\n",
                "needs $equal($get_state(state),a); needs $equal($get_state(error),false)"},
        Variant{"constant_condition", "        precondition: true\n", "needs true"},
        Variant{
            "for_each",
            "        precondition: {$for_each: ['@r', [SELF, RELATIONSHIP, ALL], {$equal: [{$get_attribute: ['@r', s]}, x]}]}\n",
            "needs $for_each(@r,[SELF,RELATIONSHIP,ALL],$equal($get_attribute(@r,s),x))"},
        Variant{"set_map", "        on_entry: {set: {state: a, error: true}}\n", "on_entry state=a, error=true"},
        Variant{"set_pair", "        on_success: {set: [state, a]}\n", "on_success state=a"},
        Variant{"set_pairs", "        on_success: {set: [[state, a], [error, true]]}\n", "on_success state=a, error=true"},
        Variant{"set_in_list", "        on_failure:\n          - set: [state, a]\n          - set: {error: true}\n",
                "on_failure state=a, error=true"},
        Variant{"set_twice", "        on_entry:\n          - set: [state, a]\n          - set: [state, b]\n", "on_entry state=b"},
        Variant{"set_of_event", "        set: {state: a}\n", "on_entry state=a"},
        Variant{"set_state", "        set_state: {state: a}\n", "on_entry state=a"},
        Variant{"set_attribute", "        on_success: {set_attribute: [INTERFACE, state, a]}\n", "on_success state=a"},
        Variant{"set_attribute_of_event", "        set_attribute: [INTERFACE, state, a]\n", "on_entry state=a"},
        Variant{"moment_without_content", "        on_failure:\n", ""},
        Variant{"trigger_map", "        on_success: {triggers: {event: next}}\n", "on_success send next"},
        Variant{"trigger_list", "        on_success: {triggers: [{event: next}, {event: go}]}\n",
                "on_success send next, send go"},
        Variant{"trigger_in_list",
                "        on_success:\n          - set: [state, a]\n          - trigger:\n            - event: next\n",
                "on_success state=a, send next"},
        Variant{"bare_trigger_in_list", "        on_success:\n          - event: next\n", "on_success send next"},
        Variant{"triggers_of_event", "        triggers: [{event: next}]\n", "on_success send next"},
        Variant{"condition", "        triggers: [{event: next, condition: {$equal: [{$get_state: [error]}, false]}}]\n",
                "on_success send next if $equal($get_state(error),false)"},
        Variant{"interface_and_operation", "        triggers: [{event: [SELF, TARGET, INTERFACE, i, OPERATION, x]}]\n",
                "on_success send [SELF, TARGET, INTERFACE, i, x]"},
        Variant{"interface", "        triggers: [{event: [SELF, SOURCE, INTERFACE, i, x]}]\n",
                "on_success send [SELF, SOURCE, INTERFACE, i, x]"},
        Variant{"path", "        triggers: [{event: [SELF, CAPABILITY, ALL, SOURCE, x]}]\n",
                "on_success send [SELF, CAPABILITY, ALL, SOURCE, x]"},
        Variant{"indexes",
                "        triggers: [{event: [SELF, RELATIONSHIP, host, 2, TARGET, CAPABILITY, c, RELATIONSHIP, 0, x]}]\n",
                "on_success send [SELF, RELATIONSHIP, host, 2, TARGET, CAPABILITY, c, RELATIONSHIP, 0, x]"},
        Variant{"all_of_a_name", "        triggers: [{event: [SELF, RELATIONSHIP, host, ALL, TARGET, x]}]\n",
                "on_success send [SELF, RELATIONSHIP, host, TARGET, x]"},
        Variant{"dotted", "        triggers: [{event: Standard.create}]\n", "on_success send [INTERFACE, Standard, create]"},
        Variant{"target", "        triggers: [{event: x, target: [SELF, SOURCE]}]\n", "on_success send [SELF, SOURCE, x]"},
        Variant{"handlers", "        handlers: [{execute: a.sh, inputs: {n: 1}, outputs: {o: [SELF, p]}}, {execute: b.sh}]\n",
                "runs a.sh; runs b.sh"}),
    [](const auto& test) { return test.param.name; });

TEST(EventGrammar, FunctionsWithoutTheirMarkAreAccepted) {
  const std::string body = "        precondition: {not: {equal: [{get_state: [state]}, {get_state: [state]}]}}\n";
  const Model marked = one_event(v2_0, body);
  EXPECT_EQ(rules_in(marked, "I", "", "go"), "needs $not($equal($get_state(state),$get_state(state)))");
  EXPECT_EQ(
      marked.problems(),
      nothing_to_plan +

          "service.yaml:8:24: warning[typing-slip]: the function 'not' is written without its $; it is read as '$not', here "
          "and below (section 10.1)\n"
          "service.yaml:8:30: warning[typing-slip]: the function 'equal' is written without its $; it is read as '$equal', "
          "here and below (section 10.1)\n"
          "service.yaml:8:39: warning[typing-slip]: the function 'get_state' is written without its $; it is read as "
          "'$get_state', here and below (section 10.1)\n");
  // 1.x has no mark.
  EXPECT_EQ(one_event(v1_3, body).problems(), nothing_to_plan);
}

TEST(EventGrammar, SlipsAreExplained) {
  EXPECT_EQ(
      one_event(v2_0, "        on_success:\n          triggers:\n            -event: next\n").problems(),
      "service.yaml:10:13: error[unknown-keyname]: unknown keyname '-event' in a trigger (did you mean '- event'? the dash of a "
      "list item is followed by a space)\n");
  EXPECT_EQ(one_event(v2_0, "        precondition: maybe\n").problems(),
            "service.yaml:8:23: error[bad-function]: a condition is a function that is true or false, for example {$equal: "
            "[{$get_state: "
            "[state]}, initial]}\n");
  EXPECT_EQ(one_event(v2_0, "        precondition: {eqal: [{$get_state: [state]}, initial]}\n").problems(),
            "service.yaml:8:23: error[bad-function]: there is no function 'eqal' (did you mean 'equal'?)\n");
  EXPECT_EQ(one_event(v2_0, "        precondition: {$and: [true, {nott: [true]}]}\n").problems(),
            "service.yaml:8:37: error[bad-function]: there is no function 'nott' (did you mean 'not'?)\n");
  EXPECT_EQ(one_event(v2_0, "        precondition: {$not: {$eqal: [{$get_stat: [state]}, initial]}}\n").problems(),
            nothing_to_plan +
                "service.yaml:8:30: error[bad-function]: there is no function '$eqal' (did you mean '$equal'?)\n"
                "service.yaml:8:39: error[bad-function]: there is no function '$get_stat' (did you mean '$get_state'?)\n");
  EXPECT_EQ(
      one_event(v2_0, "        precondition: {$weather: []}\n").problems(),
      nothing_to_plan +
          "service.yaml:8:23: warning[bad-function]: no file defines the function '$weather': an orchestrator must know it\n");
  EXPECT_EQ(one_event(v2_0, "        on_entry: {set: [a, b, c]}\n").problems(),
            "service.yaml:8:25: error[wrong-value]: attributes are set by {attribute: value} or by [attribute, value]\n");
  EXPECT_EQ(
      one_event(v2_0, "        set_attribute: [INTERFACE, i, a, b]\n").problems(),
      "service.yaml:8:24: error[wrong-value]: 'set_attribute' takes [INTERFACE, attribute, value], for an attribute of this "
      "interface\n");
  EXPECT_EQ(one_event(v2_0, "        precondition: {$for_each: [a, b]}\n").problems(),
            "service.yaml:8:23: error[bad-function]: $for_each takes [variable, list, expression]\n");
  EXPECT_EQ(one_event(v2_0, "        triggers: [{event: [SELF, CAPABILITY]}]\n").problems(),
            "service.yaml:8:35: error[bad-trigger]: CAPABILITY must be followed by a name or ALL\n");
  EXPECT_EQ(one_event(v2_0, "        triggers: [{event: [SELF, SUORCE, x]}]\n").problems(),
            "service.yaml:8:35: error[bad-trigger]: 'SUORCE' is no step of a path (did you mean 'SOURCE'?)\n");
  EXPECT_EQ(one_event(v2_0, "        triggers: [{event: [SELF, SOURCE]}]\n").problems(),
            "service.yaml:8:35: error[bad-trigger]: the address of an event must end with the name of an operation\n");
  EXPECT_EQ(one_event(v2_0, "        triggers: [{condition: true}]\n").problems(),
            "service.yaml:8:20: error[missing-keyname]: a trigger must have the keyname 'event'\n");
}

TEST(EventGrammar, SlipsOfYamlComeWithAHint) {
  const auto detail = [](const std::string& text) {
    const Model model(text);
    return model.diagnostics.size() == 0 ? "" : model.diagnostics.since(0).front().detail;
  };
  EXPECT_EQ(detail("a:\n  create:\n\t    on_success:\n      triggers: []\n"), "a tab cannot indent in YAML: use spaces");
  EXPECT_EQ(detail("a:\n  - @rel_out\n"), "a plain scalar cannot start with '@' or '`': quote it");
  EXPECT_EQ(detail("a:\n  derived_from: B\n    description: text\n"),
            "the line is indented deeper than the one before, which has its value already: align the two");
  EXPECT_EQ(detail("a:\n  b:\n    c: 1\n  ...\nd: 1\n"),
            "'...' cannot stand for something left out: leave it out, or make it a comment");
}

TEST(EventGrammar, InterfacesHaveStateAndTriggersOfTheirOwn) {
  for (const std::string_view version : {v1_3, v2_0}) {
    const Model model(std::string(version) + R"(interface_types:
  Base:
    properties: {speed: {type: integer, default: 3}}
    attributes:
      state: {type: string}
      ready: {type: boolean}
  Derived:
    derived_from: Base
    attributes:
      desired_state: {type: string, default: started}
    triggers:
      - condition: {$equal: [{$get_state: [state]}, {$get_state: [desired_state]}]}
        event: go
    events:
      go: {on_entry: {set: {ready: true}}}
node_types:
  A:
    interfaces:
      i:
        type: Derived
        attributes: {desired_state: gone}
)");
    ASSERT_TRUE(model.topology) << model.problems();
    EXPECT_EQ(model.problems(), nothing_to_plan);
    for (const Type& type : model.topology->types) {
      if (type.name != "A") continue;
      const InterfaceState& state = state_of(type.interfaces.front());
      ASSERT_EQ(state.attributes.size(), 3u);
      EXPECT_EQ(to_text(*state.attributes[0].default_value), "initial");
      EXPECT_FALSE(state.attributes[1].default_value);  // no boolean starts as 'initial'
      EXPECT_EQ(to_text(*state.attributes[2].value), "gone");
      EXPECT_EQ(state.properties.size(), 1u);
      ASSERT_EQ(state.triggers.size(), 1u);
      EXPECT_EQ(testing::shown(state.triggers.front()), "send go if $equal($get_state(state),$get_state(desired_state))");
    }
    EXPECT_EQ(rules_in(model, "A", "i", "go"), "on_entry ready=true");
  }
}

constexpr std::string_view refined = R"(
interface_types:
  I:
    attributes: {state: {type: string}, other: {type: string}}
    operations:
      stop: {}
      go:
        precondition: {$equal: [{$get_state: [state]}, a]}
        on_success: {set: {state: b, other: x}, triggers: [{event: stop}]}
        handlers: [{execute: first.sh}]
node_types:
  A:
    interfaces:
      i:
        type: I
        operations:
          go:
            precondition: {$equal: [{$get_state: [other]}, b]}
            on_success: {set: {other: y}, triggers: [{event: i.stop}]}
  B:
    derived_from: A
    interfaces:
      i:
        operations:
          go:
            precondition: {$equal: [{$get_state: [other]}, c]}
            handlers: [{execute: second.sh}]
  C: {derived_from: A}
service_template:
  node_templates:
    b:
      type: B
      interfaces:
        i:
          attributes: {other: z}
          operations:
            go:
              precondition: {$equal: [{$get_state: [state]}, d]}
              implementation: own.sh
)";

TEST(EventGrammar, RefinementsAddUp) {
  const Model model(std::string(v2_0) + std::string(refined));
  EXPECT_EQ(model.problems(), "");
  EXPECT_EQ(rules_in(model, "A", "i", "go"),
            "needs $equal($get_state(state),a); needs $equal($get_state(other),b); "
            "on_success state=b, other=y, send stop, send [INTERFACE, i, stop]; runs first.sh");
  EXPECT_EQ(rules_in(model, "B", "i", "go"),
            "needs $equal($get_state(state),a); needs $equal($get_state(other),b); needs $equal($get_state(other),c); "
            "on_success state=b, other=y, send stop, send [INTERFACE, i, stop]; runs second.sh");
  EXPECT_EQ(rules_in(model, "C", "i", "go"), rules_in(model, "A", "i", "go"));
  ASSERT_TRUE(model.topology);
  const Interface whole = model.topology->interfaces(NodeId(0)).front();
  const Operation& go = *find_by_name(whole.operations, "go");
  // Each condition knows where it stands; an implementation takes the place of handlers.
  std::string lines;
  for (const Value& condition : rules_of(go).preconditions) lines += std::to_string(condition.at.line) + " ";
  EXPECT_EQ(lines, "9 19 27 39 ");
  EXPECT_TRUE(rules_of(go).handlers.empty());
  EXPECT_EQ(go.implementation->file, "own.sh");
  EXPECT_EQ(to_text(*find_by_name(state_of(whole).attributes, "other")->value), "z");
}

TEST(EventGrammar, TypesThatAddNothingShareTheRules) {
  const Model model(std::string(v2_0) + std::string(refined));
  ASSERT_TRUE(model.topology);
  const EventRules* of_a = nullptr;
  const EventRules* of_c = nullptr;
  for (const Type& type : model.topology->types) {
    if (type.name == "A") of_a = find_by_name(type.interfaces.front().operations, "go")->rules.get();
    if (type.name == "C") of_c = find_by_name(type.interfaces.front().operations, "go")->rules.get();
  }
  EXPECT_NE(of_a, nullptr);
  EXPECT_EQ(of_a, of_c);
}

TEST(EventGrammar, AttributesMustExistAndValuesFit) {
  EXPECT_EQ(one_event(v1_3, "        on_entry: {set: {stat: a, error: maybe}}\n").problems(),
            nothing_to_plan +

                "service.yaml:8:26: error[unknown-name]: the interface type 'I' has no attribute 'stat' (did you mean 'state'?)\n"
                "service.yaml:8:42: error[wrong-value]: the attribute 'error' must be true or false\n");
  EXPECT_EQ(
      one_event(v1_3, "        precondition: {$equal: [{$get_state: [eror]}, true]}\n").problems(),
      nothing_to_plan +

          "service.yaml:8:47: error[unknown-name]: the interface type 'I' has no attribute 'eror' (did you mean 'error'?)\n");
  EXPECT_EQ(one_event(v1_3, "        precondition: {$equal: [{$get_state: [error]}, initial]}\n").problems(),
            nothing_to_plan +

                "service.yaml:8:56: error[wrong-value]: what is compared with the attribute 'error' must be true or false\n");
  const Model constrained(std::string(v1_3) + R"(interface_types:
  I:
    attributes: {state: {type: string, constraints: [valid_values: [initial, done]]}}
    operations:
      go:
        precondition: {$equal: [{$get_state: [state]}, intial]}
        on_success: {set: {state: finished}}
node_types:
  A: {derived_from: tosca.nodes.Root, interfaces: {i: {type: I}}}
  B: {derived_from: A}
)");
  EXPECT_EQ(
      constrained.problems(),
      nothing_to_plan +

          "service.yaml:7:56: error[wrong-value]: what is compared with the attribute 'state' must be one of 'initial', 'done'\n"
          "  service.yaml:4:54: the constraint is here\n"
          "service.yaml:8:35: error[wrong-value]: the attribute 'state' must be one of 'initial', 'done'\n"
          "  service.yaml:4:54: the constraint is here\n");
}

TEST(EventGrammar, NotificationsAreReadWithTheirSubscription) {
  const Model model(std::string(v1_3) + R"(interface_types:
  Alive:
    derived_from: tosca.interfaces.Root
    notifications:
      heartbeat:
        implementation: {primary: listen.sh, dependencies: [lib.sh]}
        outputs: {tick: {type: boolean}}
node_types:
  A:
    derived_from: tosca.nodes.Root
    attributes: {still_alive: {type: boolean}}
    interfaces: {Alive: {type: Alive, events: {heartbeat: {on_success: {triggers: [{event: Standard.start}]}}}}}
topology_template:
  node_templates:
    a:
      type: A
      interfaces: {Alive: {notifications: {heartbeat: {outputs: {tick: [SELF, still_alive]}}}}}
)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const std::vector<Interface> interfaces = model.topology->interfaces(NodeId(0));
  const Interface& alive = *find_by_name(interfaces, "Alive");
  ASSERT_EQ(alive.notifications.size(), 1u);
  const Notification& heartbeat = alive.notifications.front();
  EXPECT_TRUE(alive.operations.empty());
  EXPECT_EQ(heartbeat.implementation->file, "listen.sh");
  EXPECT_EQ(heartbeat.dependencies.front().file, "lib.sh");
  EXPECT_EQ(heartbeat.outputs.front().attribute.front(), "still_alive");
  EXPECT_EQ(testing::shown(rules_of(heartbeat)), "on_success send [INTERFACE, Standard, start]");
}

TEST(EventGrammar, NotificationsHaveRules) {
  const Model model(std::string(v1_3) + R"(interface_types:
  Alive:
    derived_from: tosca.interfaces.Root
    operations: {x: {}}
    notifications:
      x: {}
      y: {implementation: {primary: a.sh, timeout: 3, operation_host: SELF}}
      z: {outputs: {o: [SLEF, a]}}
)");
  EXPECT_EQ(
      model.problems(),
      "service.yaml:8:52: error[unknown-keyname]: a notification comes from outside: its implementation has no 'operation_host' "
      "and no 'timeout'\n"
      "service.yaml:8:71: error[unknown-keyname]: a notification comes from outside: its implementation has no 'operation_host' "
      "and no 'timeout'\n"
      "service.yaml:9:21: error[wrong-value]: the output 'o' of a notification is stored in an attribute of SELF, SOURCE or "
      "TARGET, "
      "not of 'SLEF' (did you mean 'SELF'?)\n");
  const Model overlap(std::string(v1_3) + R"(interface_types:
  Alive:
    derived_from: tosca.interfaces.Root
    operations: {x: {}}
    notifications: {x: {}}
)");
  EXPECT_EQ(overlap.problems(),
            nothing_to_plan +

                "service.yaml:6:21: error[duplicate-name]: the notification 'x' has the name of an operation of its interface\n"
                "  service.yaml:5:18: the operation is here\n");
}

TEST(EventGrammar, AnEventMayTurnOutToBeANotification) {
  const Model model(std::string(v2_0) + R"(
interface_types: {I: {attributes: {s: {type: string}}, events: {told: {set: {s: a}}, asked: {}}}}
node_types: {A: {interfaces: {i: {type: I, notifications: {told: {implementation: listen.sh}}}}}}
service_template: {node_templates: {a: {type: A}}}
)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  const Interface item = model.topology->interfaces(NodeId(0)).front();
  ASSERT_EQ(item.notifications.size(), 1u);
  EXPECT_EQ(item.notifications.front().implementation->file, "listen.sh");
  EXPECT_EQ(testing::shown(rules_of(item.notifications.front())), "on_entry s=a");
  ASSERT_EQ(item.operations.size(), 1u);
  EXPECT_EQ(item.operations.front().name, "asked");
}

TEST(EventGrammar, TheOldNotationIsDeprecatedOncePerFile) {
  const Model model(std::string(v1_3) + R"(interface_types:
  I: {derived_from: tosca.interfaces.Root, attributes: {s: {type: string}}, go: {set: {s: a}}, attribute: {}}
node_types:
  A: {derived_from: tosca.nodes.Root, interfaces: {i: {type: I, go: a.sh}}}
)");
  EXPECT_EQ(model.problems(), nothing_to_plan +
                                  "service.yaml:3:77: warning[deprecated-notation]: an operation directly below its interface is "
                                  "deprecated in TOSCA 1.3: write it below 'operations' (3 places of this file)\n");
  EXPECT_EQ(rules_in(model, "A", "i", "go"), "on_entry s=a");
}

TEST(EventGrammar, ServicesHaveEvents) {
  const Model model(std::string(v2_0) + R"(interface_types: {I: {operations: {create: {}}}}
node_types: {A: {interfaces: {standard: {type: I}}}}
service_template:
  node_templates: {a: {type: A}, b: {type: A}}
  events:
    deploy:
      precondition: true
      triggers:
        - event: [ALL, INTERFACE, standard, create]
        - event: [a, create]
        - event: told
      handlers: [{execute: say.sh}]
    told: {}
)");
  EXPECT_EQ(model.problems(), "");
  ASSERT_TRUE(model.topology);
  ASSERT_EQ(model.topology->events.size(), 2u);
  EXPECT_EQ(testing::shown(rules_of(model.topology->events.front())),
            "needs true; on_success send [ALL, INTERFACE, standard, create], send [a, create], send told; runs say.sh");
}

TEST(EventGrammar, IsPartOfTheDigest) {
  const auto digest = [](const std::string& rule) {
    const Model model(
        std::string(v2_0) + "interface_types: {I: {attributes: {s: {type: string}}, operations: {create: {" + rule +
        "}}}}\nnode_types: {A: {interfaces: {i: {type: I}}}}\nservice_template: {node_templates: {a: {type: A}}}\n");
    EXPECT_EQ(model.problems(), "");
    return model.topology ? digest_of(*model.topology) : "";
  };
  EXPECT_NE(digest(""), digest("precondition: true"));
  EXPECT_NE(digest("precondition: false"), digest("precondition: true"));
  EXPECT_NE(digest("on_entry: {set: {s: a}}"), digest("on_entry: {set: {s: b}}"));
  EXPECT_NE(digest("on_entry: {set: {s: a}}"), digest("on_success: {set: {s: a}}"));
  EXPECT_NE(digest("triggers: [{event: create}]"), digest("triggers: [{event: create, condition: false}]"));
  EXPECT_EQ(digest("set: {s: a}"), digest("on_entry: {set: [s, a]}"));
}

std::string strict_problems(const std::string& text) { return Model({{"service.yaml", text}}, {}, true).problems(); }

TEST(EventGrammar, IsRefusedWhenToscaMustBeStrict) {
  const std::string text = std::string(v2_0) + R"(interface_types:
  I:
    attributes: {state: {nonsense: 1}}
    operations:
      go: {precondition: nonsense}
)";
  EXPECT_EQ(
      strict_problems(text),
      "service.yaml:4:5: error[event-grammar]: TOSCA as published has no keyname 'attributes' in an interface type; the event "
      "grammar has it, which --strict-tosca does not allow\n"
      "service.yaml:6:12: error[event-grammar]: TOSCA as published has no keyname 'precondition' in an operation; the event "
      "grammar has it, which --strict-tosca does not allow\n");
  EXPECT_EQ(
      strict_problems(std::string(v1_3) + "topology_template: {events: {deploy: {}}}\n"),
      "service.yaml:2:21: error[event-grammar]: TOSCA as published has no keyname 'events' in a topology template; the event "
      "grammar has it, which --strict-tosca does not allow\n");
  EXPECT_EQ(strict_problems(std::string(v1_3) + "topology_template: {node_templates: {a: {type: Compute}}}\n"), "");
}

TEST(EventGrammar, PoliciesAndWorkflowsBesideTheServiceArePutIntoIt) {
  const Model model(R"(tosca_definitions_version: tosca_simple_yaml_1_3_x
topology_template:
  node_templates:
    db:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          ...
policies:
  - recover:
      type: tosca.policies.Root
      targets: [db]
      triggers:
        - on_failure: {event: Alive.failure, condition: [{level: {greater_than: 0}}], action: again}
workflows:
  again: {}
)");
  EXPECT_EQ(
      model.problems(),
      "service.yaml:1:28: warning[typing-slip]: there is no version 'tosca_simple_yaml_1_3_x'; it is read as "
      "'tosca_simple_yaml_1_3' (section 3.10.3.1)\n"
      "service.yaml:8:11: warning[typing-slip]: '...' is a placeholder; it is read as if there were nothing\n"
      "service.yaml:9:1: warning[typing-slip]: 'policies' belongs into the topology_template; it is read as if it stood there "
      "(section 3.9.1)\n"
      "service.yaml:15:1: warning[typing-slip]: 'workflows' belongs into the topology_template; it is read as if it stood "
      "there (section 3.9.1)\n");
  ASSERT_TRUE(model.topology);
  ASSERT_EQ(model.topology->policies.size(), 1u);
  const Trigger& trigger = model.topology->policies.front().triggers.front();
  EXPECT_EQ(trigger.event, "Alive.failure");
  EXPECT_FALSE(trigger.condition.is_null());
  ASSERT_EQ(trigger.actions.size(), 1u);
  EXPECT_EQ(trigger.actions.front().kind, Activity::Kind::inline_workflow);
  EXPECT_EQ(model.topology->workflows.size(), 1u);
}

}  // namespace
}  // namespace planbuilder::tosca
