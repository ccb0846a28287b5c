// Plans that call operations of what is there, for every kind that does.
#include <gtest/gtest.h>

#include "planbuilder/flow/called_operations.h"
#include "planbuilder/flow/derive.h"
#include "tests/support/model.h"

namespace planbuilder::flow {
namespace {

/// A machine without operations, a store and a shop on it, and the shop needs the store. A cache is connected to by the shop.
testing::Model three_tiers(const std::string& more = "") {
  return testing::Model(testing::file(R"(node_types:
  N:
    derived_from: tosca.nodes.Root
    capabilities: {base: tosca.capabilities.Container, web: tosca.capabilities.Endpoint, any: tosca.capabilities.Node}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
      - link: {capability: tosca.capabilities.Endpoint, relationship: Link, occurrences: [0, 1]}
      - needs: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn, occurrences: [0, 1]}
  P:
    derived_from: N
    interfaces:
      Standard: {operations: {start: s.sh, stop: s.sh, configure: s.sh, create: {}}}
      Install: {type: Any, operations: {check: s.sh, discover: s.sh}}
      Care: {type: Any, operations: {backup: s.sh, check: s.sh, restore: s.sh}}
interface_types:
  Any: {derived_from: tosca.interfaces.Root}
relationship_types:
  Link:
    derived_from: tosca.relationships.ConnectsTo
    interfaces: {Look: {type: Any, operations: {check: s.sh}}}
topology_template:
  node_templates:
    machine: {type: N}
    base: {type: N, requirements: [{host: machine}]}
    store: {type: P, requirements: [{host: base}]}
    shop: {type: P, requirements: [{host: base}, {needs: store}, {link: cache}]}
    cache: {type: P}
)" + more));
}

std::string order_of(const AbstractPlan& plan) {
  std::string out;
  for (const Edge& edge : plan.edges) {
    if (!edge.redundant) out += plan.activities[edge.from].id + " -> " + plan.activities[edge.to].id + "\n";
  }
  return out;
}

std::string planned(const testing::Model& model, const std::string& kind, const std::string& operation = "",
                    const tosca::Region* part = nullptr) {
  EXPECT_TRUE(model.topology) << model.problems();
  Diagnostics problems;
  const auto plan = derive(*model.topology, {*PlanKinds::shipped().find(kind), part, operation}, problems, Semantics::shipped());
  if (!plan) return problems.since(0).front().summary;
  std::string out;
  for (const Activity& activity : plan->activities) out += (out.empty() ? "" : " ") + activity.id;
  return out + "\n" + order_of(*plan);
}

TEST(AddPhases, StartAndStopGoUpAndDownAndThroughWhatCallsNothing) {
  const testing::Model model = three_tiers();
  EXPECT_EQ(planned(model, "start"), "store/start shop/start cache/start\nstore/start -> shop/start\n");
  EXPECT_EQ(planned(model, "stop"), "shop/stop store/stop cache/stop\nshop/stop -> store/stop\n");
}

TEST(AddPhases, RestartStopsAllBeforeItStartsWhatOthersNeed) {
  EXPECT_EQ(planned(three_tiers(), "restart"),
            "shop/stop store/stop cache/stop store/start shop/start cache/start\n"
            "shop/stop -> store/stop\n"
            "store/stop -> store/start\n"
            "cache/stop -> cache/start\n"
            "store/start -> shop/start\n");
}

TEST(AddPhases, CheckAsksNodesAndRelationshipsAsTheyAreBuilt) {
  EXPECT_EQ(planned(three_tiers(), "check"),
            "store/check shop/check cache/check shop.link/check\n"
            "store/check -> shop/check\n"
            "shop/check -> shop.link/check\n"
            "cache/check -> shop.link/check\n");
}

TEST(AddPhases, BackupGoesFromWhoNeedsToWhatIsNeededWhateverJoinsThem) {
  EXPECT_EQ(planned(three_tiers(), "backup"),
            "shop/backup store/backup cache/backup\nshop/backup -> store/backup\nshop/backup -> cache/backup\n");
  EXPECT_EQ(planned(three_tiers(), "restore"),
            "store/restore cache/restore shop/restore\nstore/restore -> shop/restore\ncache/restore -> shop/restore\n");
}

TEST(AddPhases, EveryShippedKindThatSomethingImplementsHasAPlan) {
  const testing::Model model = three_tiers();
  ASSERT_TRUE(model.topology) << model.problems();
  for (const PlanKind& kind : PlanKinds::shipped()) {
    if (!kind->calls_operations() || kind->subject == Subject::operation) continue;
    Diagnostics problems;
    const PlanRequest request{kind};
    EXPECT_EQ(derive(*model.topology, request, problems).has_value(), calls_anything(*model.topology, request)) << kind->name;
  }
  std::vector<std::string> given;
  for (const PlanKind& kind : implemented_kinds(*model.topology, PlanKinds::shipped())) given.push_back(kind->name);
  EXPECT_EQ(given, (std::vector<std::string>{"check", "discover", "backup", "restore"}));
}

TEST(AddPhases, TheFirstOperationThatIsImplementedIsCalled) {
  const testing::Model model = three_tiers();
  Diagnostics problems;
  const auto checked = derive(*model.topology, {*PlanKinds::shipped().find("check")}, problems);
  ASSERT_TRUE(checked);
  const Activity& store = checked->activities[ActivityId(0)];
  EXPECT_EQ(store.event->interface + "." + store.event->operation, "Install.check");
  EXPECT_TRUE(store.event->notes_failure);
  EXPECT_TRUE(store.loops);
  EXPECT_EQ(store.reason, "its interface 'Install' implements 'check'");
  const auto updated = derive(*model.topology, {*PlanKinds::shipped().find("update")}, problems);
  ASSERT_TRUE(updated);
  EXPECT_EQ(updated->activities[ActivityId(0)].event->operation, "configure");
}

TEST(AddPhases, StatesLeadInAndOut) {
  const testing::Model model = three_tiers();
  Diagnostics problems;
  const auto stopped = derive(*model.topology, {*PlanKinds::shipped().find("stop")}, problems);
  ASSERT_TRUE(stopped);
  const HandledEvent& stop = *stopped->activities[ActivityId(0)].event;
  EXPECT_EQ(to_text(stop.set_on_entry.at(0).value), "stopping");
  EXPECT_EQ(to_text(stop.set_on_success.at(0).value), "stopped");
  EXPECT_EQ(stop.status_on_success, "pending");
  EXPECT_FALSE(stopped->activities[ActivityId(0)].condition->is_null());
  EXPECT_FALSE(stop.notes_failure);
}

TEST(AddPhases, OneOperationIsRunOfWhatHasIt) {
  const testing::Model model = three_tiers();
  EXPECT_EQ(planned(model, "run", "Standard.configure"),
            "store/configure shop/configure cache/configure\nstore/configure -> shop/configure\n");
  EXPECT_EQ(planned(model, "run", "Look.check"), "shop.link/check\n");
  EXPECT_EQ(planned(model, "run", "Standard.create"),
            "there is nothing to do for the run-Standard.create plan: nothing that it is about implements what it calls");
}

TEST(AddPhases, OfAPartOnlyWhatIsInsideIsCalled) {
  const testing::Model model = three_tiers();
  ASSERT_TRUE(model.topology) << model.problems();
  const PlanKind& stop = *PlanKinds::shipped().find("stop");
  const tosca::Region alone = part_of(*model.topology, {model.topology->find_node("store")}, stop, false);
  EXPECT_EQ(planned(model, "stop", "", &alone), "store/stop\n");
  const tosca::Region with = part_of(*model.topology, {model.topology->find_node("store")}, stop, true);
  EXPECT_EQ(planned(model, "stop", "", &with), "shop/stop store/stop\nshop/stop -> store/stop\n");
  const tosca::Region machine = part_of(*model.topology, {model.topology->find_node("machine")}, stop, false);
  EXPECT_EQ(planned(model, "stop", "", &machine),
            "there is nothing to do for the stop plan: nothing that it is about implements what it calls");
}

TEST(AddPhases, CyclesAreReported) {
  const testing::Model model =
      three_tiers("    a: {type: P, requirements: [{needs: b}]}\n    b: {type: N, requirements: [{needs: a}]}\n");
  EXPECT_EQ(planned(model, "start"), "the start plan would have to do things before themselves: a/start -> b/start -> a/start");
}

/// A hub without an operation between many stays, so that there are no more edges than before.
TEST(AddPhases, StaysLinear) {
  std::string more;
  for (int i = 0; i < 200; ++i)
    more +=
        "    up" + std::to_string(i) + ": {type: P, requirements: [{host: hub}]}\n    down" + std::to_string(i) + ": {type: P}\n";
  more += "    hub: {type: H, requirements: [";
  for (int i = 0; i < 200; ++i) more += std::string(i > 0 ? ", " : "") + "{many: down" + std::to_string(i) + "}";
  more += "]}\n";
  std::string text = testing::file(R"(node_types:
  P:
    derived_from: tosca.nodes.Root
    capabilities: {any: tosca.capabilities.Node, base: tosca.capabilities.Container}
    requirements: [{host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}}]
    interfaces: {Standard: {operations: {start: s.sh}}}
  H:
    derived_from: tosca.nodes.Root
    capabilities: {base: tosca.capabilities.Container}
    requirements: [{many: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn, occurrences: [0, UNBOUNDED]}}]
topology_template:
  node_templates:
)") + more;
  const testing::Model model(text);
  ASSERT_TRUE(model.topology) << model.problems();
  Diagnostics problems;
  const auto plan = derive(*model.topology, {*PlanKinds::shipped().find("start")}, problems);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->activities.size(), 401U);
  EXPECT_EQ(plan->edges.size(), 400U);
}

}  // namespace
}  // namespace planbuilder::flow
