// The life cycle that services have which say nothing of events: the orders that are expected of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/plan_kinds.h"
#include "tests/unit/events/derived.h"

namespace planbuilder::events {
namespace {

using testing::are_unordered;
using testing::EventService;
using testing::ids;
using testing::is_before;
using testing::reduced_edges;

std::string service(std::string_view templates) {
  return std::string(testing::v1_3) + "topology_template:\n  node_templates:\n" + std::string(templates);
}

std::string node(const std::string& name, const std::vector<std::string>& needs = {}) {
  std::string text = "    " + name + ":\n      type: tosca.nodes.Root\n";
  if (!needs.empty()) text += "      requirements:\n";
  for (const std::string& target : needs) text += "        - dependency: " + target + "\n";
  return text;
}

const flow::PlanRequest build{kinds::build};
const flow::PlanRequest terminate{kinds::terminate};

TEST(Profile, DeploysTheTargetFirstAndInterleavesTheRelationship) {
  EventService pair(service(node("a", {"b"}) + node("b")));
  const auto plan = pair.plan(build);
  ASSERT_TRUE(plan) << pair.problems();
  EXPECT_EQ(reduced_edges(*plan),
            "b/create -> a.dependency/pre_configure_target\n"
            "a.dependency/pre_configure_target -> b/configure\n"
            "b/configure -> a.dependency/post_configure_target\n"
            "a.dependency/post_configure_target -> b/start\n"
            "b/start -> a/create\n"
            "a/create -> a.dependency/pre_configure_source\n"
            "a.dependency/pre_configure_source -> a/configure\n"
            "a/configure -> a.dependency/post_configure_source\n"
            "a.dependency/post_configure_source -> a/start\n"
            "a/start -> a.dependency/add_target\n"
            "a/start -> a.dependency/add_source\n");
  EXPECT_EQ(pair.problems(), "");
}

TEST(Profile, UndeploysTheSourceFirst) {
  EventService pair(service(node("a", {"b"}) + node("b")));
  const auto plan = pair.plan(terminate);
  ASSERT_TRUE(plan) << pair.problems();
  EXPECT_EQ(reduced_edges(*plan),
            "a.dependency/remove_target -> a/stop\n"
            "a/stop -> a/delete\n"
            "a/delete -> b/stop\n"
            "b/stop -> b/delete\n");
}

TEST(Profile, ANodeAloneGoesThroughItsLifeCycle) {
  EventService alone(service(node("a")));
  const auto plan = alone.plan(build);
  ASSERT_TRUE(plan) << alone.problems();
  EXPECT_EQ(reduced_edges(*plan), "a/create -> a/configure\na/configure -> a/start\n");
  const auto down = alone.plan(terminate);
  ASSERT_TRUE(down);
  EXPECT_EQ(reduced_edges(*down), "a/stop -> a/delete\n");
  EXPECT_EQ(alone.problems(), "");
}

TEST(Profile, AChainIsOneAfterTheOther) {
  EventService chain(service(node("a", {"b"}) + node("b", {"c"}) + node("c")));
  const auto up = chain.plan(build);
  ASSERT_TRUE(up) << chain.problems();
  EXPECT_TRUE(is_before(*up, "c/start", "b/create"));
  EXPECT_TRUE(is_before(*up, "b/start", "a/create"));
  EXPECT_TRUE(are_unordered(*up, "b.dependency/add_target", "a/create"));
  const auto down = chain.plan(terminate);
  ASSERT_TRUE(down);
  EXPECT_TRUE(is_before(*down, "a/delete", "b/stop"));
  EXPECT_TRUE(is_before(*down, "b/delete", "c/stop"));
  EXPECT_TRUE(is_before(*down, "b.dependency/remove_target", "b/stop"));
}

TEST(Profile, IndependentBranchesOfADiamondStayUnordered) {
  EventService diamond(
      service(node("top", {"left", "right"}) + node("left", {"bottom"}) + node("right", {"bottom"}) + node("bottom")));
  const auto up = diamond.plan(build);
  ASSERT_TRUE(up) << diamond.problems();
  for (const char* side : {"left", "right"}) {
    EXPECT_TRUE(is_before(*up, "bottom/start", std::string(side) + "/create"));
    EXPECT_TRUE(is_before(*up, std::string(side) + "/start", "top/create"));
  }
  for (const char* left : {"left/create", "left/configure", "left/start"}) {
    for (const char* right : {"right/create", "right/configure", "right/start"}) EXPECT_TRUE(are_unordered(*up, left, right));
  }
  EXPECT_TRUE(are_unordered(*up, "left.dependency/pre_configure_target", "right.dependency/pre_configure_target"));
  EXPECT_TRUE(is_before(*up, "left.dependency/pre_configure_target", "bottom/configure"));
  EXPECT_TRUE(is_before(*up, "right.dependency/pre_configure_target", "bottom/configure"));
  const auto down = diamond.plan(terminate);
  ASSERT_TRUE(down);
  EXPECT_TRUE(are_unordered(*down, "left/stop", "right/delete"));
  EXPECT_TRUE(is_before(*down, "left/delete", "bottom/stop"));
  EXPECT_TRUE(is_before(*down, "right/delete", "bottom/stop"));
}

TEST(Profile, ANodeWaitsForItsSideOfRelationshipsInBothDirections) {
  EventService both(service(node("user", {"middle"}) + node("middle", {"base"}) + node("base")));
  const auto up = both.plan(build);
  ASSERT_TRUE(up);
  for (const char* operation : {"user.dependency/pre_configure_target", "middle.dependency/pre_configure_source"})
    EXPECT_TRUE(is_before(*up, operation, "middle/configure")) << operation;
  for (const char* operation : {"user.dependency/post_configure_target", "middle.dependency/post_configure_source"})
    EXPECT_TRUE(is_before(*up, operation, "middle/start")) << operation;
}

TEST(Profile, ACycleIsStuckAndSaysWhy) {
  EventService cycle(service(node("a", {"b"}) + node("b", {"a"})));
  EXPECT_FALSE(cycle.plan(build));
  EXPECT_EQ(cycle.problems(),
            "error[stuck]: 'a' is stuck: it rests at 'initial' and not at 'started'\n"
            "  'create' would be next, but its precondition does not hold\n"
            "  it looks whether 'state' of 'b' is 'started'; it is 'initial'\n"
            "  'start' of 'b' would change that\n"
            "  before that: 'create' of 'b', which looks whether 'state' of 'a' is 'started'; it is 'initial'\n"
            "  before that: 'create' of 'a' again: they wait for each other\n"
            "error[stuck]: 'b' is stuck: it rests at 'initial' and not at 'started'\n"
            "  'create' would be next, but its precondition does not hold\n"
            "  it looks whether 'state' of 'a' is 'started'; it is 'initial'\n"
            "  'start' of 'a' would change that\n"
            "  before that: 'create' of 'a', which looks whether 'state' of 'b' is 'started'; it is 'initial'\n"
            "  before that: 'create' of 'b' again: they wait for each other\n");
}

TEST(Profile, EveryEdgeSaysWhatInTheLifeCycleItComesFrom) {
  EventService pair(service(node("a", {"b"}) + node("b")));
  const auto plan = pair.plan(build);
  ASSERT_TRUE(plan);
  for (const flow::Edge& edge : plan->edges) {
    ASSERT_FALSE(edge.origins.empty());
    for (const flow::Origin& origin : edge.origins) {
      EXPECT_FALSE(origin.reason.empty());
      EXPECT_TRUE(origin.at.known() || origin.rule == "overwrites") << origin.rule << ": " << origin.reason;
    }
  }
}

std::string random_service(unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  const std::size_t count = 2 + random() % 9;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> needs;
    for (std::size_t target = i + 1; target < count; ++target) {
      if (random() % 4 == 0) needs.push_back("n" + std::to_string(target));
    }
    text += node("n" + std::to_string(i), needs);
  }
  return service(text);
}

/// What each attribute is after deploying, undeploying and deploying again.
std::vector<std::vector<ConstantId>> three_ends(EventService& service, Mode mode) {
  Model& model = service.derivation->model();
  State state(model);
  std::vector<std::vector<ConstantId>> ends;
  for (const char* event : {"deploy", "undeploy", "deploy"}) {
    interpret(model, state, {.event = model.service_event(event), .send = {}}, {.mode = mode, .failing = {}, .needs = nullptr});
    ends.emplace_back(state.values.begin(), state.values.end());
  }
  return ends;
}

TEST(Profile, StrictAndDeferredEndEquallyAndASecondDeploymentWorks) {
  for (unsigned seed = 0; seed < 60 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    EventService service(random_service(seed));
    ASSERT_TRUE(service.plan(build)) << service.problems();
    const auto strict = three_ends(service, Mode::strict);
    EXPECT_EQ(strict, three_ends(service, Mode::deferred)) << "service " << seed;
    EXPECT_EQ(strict[0], strict[2]) << "service " << seed;
    const State initial(service.derivation->model());
    EXPECT_EQ(strict[1], std::vector<ConstantId>(initial.values.begin(), initial.values.end())) << "service " << seed;
  }
}

constexpr std::string_view scaled = R"(
    web:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
        - dependency: store
    store:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
  policies:
    - grow:
        type: planbuilder.policies.ScalingRegion
        targets: [web]
        properties:
          strategies: {machine: FirstInstance, store: FirstInstance}
)";

TEST(Profile, ScalingOutSelectsFirstAndTouchesNothingElse) {
  EventService grown(service(scaled));
  const auto requests = grown.derivation->all_plans();
  ASSERT_EQ(requests.size(), 4U);
  const auto out = grown.plan(requests[2]);
  ASSERT_TRUE(out) << grown.problems();
  EXPECT_EQ(out->name, "scale-out-grow");
  for (const std::string& id : ids(*out)) EXPECT_TRUE(id.starts_with("web") || id.ends_with("/select")) << id;
  EXPECT_TRUE(is_before(*out, "machine/select", "web/create"));
  EXPECT_TRUE(is_before(*out, "store/select", "web/create"));
  EXPECT_TRUE(is_before(*out, "web/start", "web.host/add_target"));
  const auto in = grown.plan(requests[3]);
  ASSERT_TRUE(in) << grown.problems();
  for (const std::string& id : ids(*in)) EXPECT_TRUE(id.starts_with("web")) << id;
  EXPECT_TRUE(is_before(*in, "web/select", "web.host/remove_target"));
  EXPECT_TRUE(is_before(*in, "web.host/remove_target", "web/stop"));
  EXPECT_TRUE(is_before(*in, "web/stop", "web/delete"));
}

TEST(Profile, WhoReadsAValueWaitsForWhoProducesIt) {
  const std::string types =
      "node_types:\n"
      "  Producer:\n"
      "    derived_from: tosca.nodes.Root\n"
      "    attributes: {port: {type: integer}, address: {type: string}}\n"
      "    interfaces: {Standard: {operations: {configure: {implementation: a.sh, outputs: {port: [SELF, port]}}}}}\n"
      "  Reader:\n"
      "    derived_from: tosca.nodes.Root\n"
      "    properties: {url: {type: string, required: false}}\n";
  const std::string readers =
      "    of_input:\n"
      "      type: Reader\n"
      "      interfaces: {Standard: {operations: {create: {implementation: b.sh, inputs: {port: {get_attribute: [producer, "
      "port]}}}}}}\n"
      "    of_property: {type: Reader, properties: {url: {get_attribute: [producer, address]}}}\n"
      "    producer: {type: Producer}\n";
  EventService reading(std::string(testing::v1_3) + types + "topology_template:\n  node_templates:\n" + readers);
  const auto plan = reading.plan(build);
  ASSERT_TRUE(plan) << reading.problems();
  EXPECT_TRUE(is_before(*plan, "producer/configure", "of_input/create"));
  EXPECT_TRUE(are_unordered(*plan, "producer/start", "of_input/create"));
  EXPECT_TRUE(is_before(*plan, "producer/start", "of_property/create"));  // nothing says which operation sets the address
}

TEST(Profile, ValuesThatNeverComeStopNothing) {
  const std::string types =
      "node_types:\n"
      "  Reader:\n"
      "    derived_from: tosca.nodes.Root\n"
      "    attributes: {address: {type: string}}\n"
      "    properties: {other: {type: string, required: false}}\n";
  EventService circular(std::string(testing::v1_3) + types +
                        "topology_template:\n  node_templates:\n"
                        "    a: {type: Reader, properties: {other: {get_attribute: [b, address]}}}\n"
                        "    b: {type: Reader, properties: {other: {get_attribute: [a, address]}}}\n");
  const auto plan = circular.plan(build);
  ASSERT_TRUE(plan) << circular.problems();
  EXPECT_TRUE(is_before(*plan, "a/start", "b/create"));
}

TEST(Profile, WhatRunsAlreadyOrIsSelectedGetsNoEvents) {
  EventService there(service(R"(
    app:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: machine
        - dependency: store
    store:
      type: tosca.nodes.SoftwareComponent
      directives: [select]
      requirements:
        - host: machine
    machine:
      type: tosca.nodes.Compute
      attributes: {state: started}
)"));
  const auto up = there.plan(build);
  ASSERT_TRUE(up) << there.problems();
  for (const std::string& id : ids(*up)) EXPECT_FALSE(id.starts_with("store/") && id != "store/select") << id;
  EXPECT_TRUE(is_before(*up, "store/select", "app/create"));
  EXPECT_TRUE(is_before(*up, "app.host/pre_configure_target", "app/start"));
  EXPECT_EQ(std::count_if(up->activities.begin(), up->activities.end(),
                          [](const flow::Activity& activity) { return activity.id.starts_with("machine/"); }),
            1);  // the books
  const auto down = there.plan(terminate);
  ASSERT_TRUE(down) << there.problems();
  for (const flow::Activity& activity : down->activities) {
    EXPECT_TRUE(activity.id.starts_with("app") || !activity.event) << activity.id;
  }
}

TEST(Profile, ACountedNodeIsPlannedOncePerRepresentation) {
  EventService counted(
      "tosca_definitions_version: tosca_2_0\n"
      "capability_types: {Feature: {}}\n"
      "relationship_types: {Join: {}}\n"
      "node_types:\n"
      "  Thing:\n"
      "    capabilities: {feature: {type: Feature}}\n"
      "    requirements:\n"
      "      - next: {capability: Feature, relationship: Join, count_range: [0, UNBOUNDED]}\n"
      "service_template:\n"
      "  node_templates:\n"
      "    base: {type: Thing}\n"
      "    worker: {type: Thing, count: 3, requirements: [{next: base}]}\n");
  const auto plan = counted.plan(build);
  ASSERT_TRUE(plan) << counted.problems();
  for (const char* index : {"[0]", "[1]", "[2]"}) {
    const std::string worker = std::string("worker") + index;
    EXPECT_TRUE(is_before(*plan, "base/start", worker + "/create"));
    EXPECT_TRUE(is_before(*plan, worker + "/create", std::string("worker.next") + index + "/pre_configure_source"));
    EXPECT_TRUE(is_before(*plan, std::string("worker.next") + index + "/pre_configure_target", "base/configure"));
  }
  EXPECT_TRUE(are_unordered(*plan, "worker[0]/create", "worker[1]/create"));
  EXPECT_TRUE(are_unordered(*plan, "worker[0]/create", "worker.next[1]/pre_configure_source"));
}

TEST(Profile, EachEntityMakesAndRemovesItsInstanceOnce) {
  EventService pair(service(node("a", {"b"}) + node("b")));
  const auto up = pair.plan(build);
  const auto down = pair.plan(terminate);
  ASSERT_TRUE(up && down);
  std::vector<std::string> makers;
  for (const flow::Activity& activity : up->activities) {
    EXPECT_FALSE(activity.removes_instance);
    if (activity.makes_instance) makers.push_back(activity.id);
  }
  EXPECT_EQ(makers, (std::vector<std::string>{"b/create", "a.dependency/pre_configure_target", "a/create"}));
  std::vector<std::string> removers;
  for (const flow::Activity& activity : down->activities) {
    EXPECT_TRUE(activity.loops);
    if (activity.removes_instance) removers.push_back(activity.id);
  }
  EXPECT_EQ(removers, (std::vector<std::string>{"a.dependency/remove_target", "a/delete", "b/delete"}));
}

}  // namespace
}  // namespace planbuilder::events
