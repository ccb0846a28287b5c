// Events of the shipped life cycle for which nothing is called are no activities of their own, and the order of the others stays.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "planbuilder/tosca/model/by_name.h"
#include "tests/support/plan_kinds.h"
#include "tests/unit/events/derived.h"

namespace planbuilder::events {
namespace {

using testing::EventService;
using testing::ids;
using testing::reduced_edges;

using CallsNothing = std::function<bool(const flow::Activity&)>;

std::string folded_service(const std::vector<std::pair<std::string, std::vector<std::string>>>& nodes) {
  std::string text = std::string(testing::v1_3) + "topology_template:\n  node_templates:\n";
  for (const auto& [name, needs] : nodes) {
    text += "    " + name + ":\n      type: tosca.nodes.Root\n";
    if (!needs.empty()) text += "      requirements:\n";
    for (const std::string& target : needs) text += "        - dependency: " + target + "\n";
  }
  return text;
}

Options folding(CallsNothing calls_nothing) { return {.calls_nothing = std::move(calls_nothing)}; }

/// Only these call something.
Options calling(std::set<std::string> called) {
  return folding([called = std::move(called)](const flow::Activity& activity) { return !called.contains(activity.id); });
}

const flow::PlanRequest folded_build{kinds::build};
const flow::PlanRequest folded_end{kinds::terminate};

std::string edges_of(const std::vector<std::pair<std::string, std::vector<std::string>>>& nodes, std::set<std::string> called,
                     const flow::PlanRequest& request = folded_build) {
  EventService service(folded_service(nodes), calling(std::move(called)));
  const auto plan = service.plan(request);
  return plan ? reduced_edges(*plan) : service.problems();
}

TEST(FoldIdle, LeavesOneActivityOfWhatCallsNothing) {
  EXPECT_EQ(edges_of({{"a", {"b"}}, {"b", {}}}, {}),
            "b/provision -> a.dependency/provision\n"
            "a.dependency/provision -> a/provision\n");
  EXPECT_EQ(edges_of({{"a", {"b"}}, {"b", {}}}, {}, folded_end),
            "a.dependency/terminate -> a/terminate\n"
            "a/terminate -> b/terminate\n");
}

TEST(FoldIdle, KeepsWhatIsCalledBetweenOperationsOfTheEnds) {
  EXPECT_EQ(edges_of({{"a", {"b"}}, {"b", {}}},
                     {"a/create", "a/configure", "a.dependency/pre_configure_source", "b/start", "a.dependency/add_target"}),
            "b/create -> a.dependency/pre_configure_target\n"
            "a.dependency/pre_configure_target -> b/start\n"
            "b/start -> a/create\n"
            "a/create -> a.dependency/pre_configure_source\n"
            "a.dependency/pre_configure_source -> a/configure\n"
            "a/configure -> a.dependency/add_target\n");
}

TEST(FoldIdle, HandsTheStatesDown) {
  EventService service(folded_service({{"a", {}}}), calling({"a/start"}));
  const auto plan = service.plan(folded_build);
  ASSERT_TRUE(plan) << service.problems();
  EXPECT_EQ(ids(*plan), (std::vector<std::string>{"a/create", "a/start"}));
  const flow::Activity& create = plan->activities[flow::ActivityId(0)];
  const flow::Activity& start = plan->activities[flow::ActivityId(1)];
  EXPECT_TRUE(create.makes_instance && create.calls_nothing && !start.calls_nothing);
  ASSERT_EQ(start.folded->before.size(), 1U);
  const auto* state = tosca::find_by_name(start.folded->before.front()->set_on_success, "state");
  ASSERT_NE(state, nullptr);
  EXPECT_EQ(to_text(state->value), "configured");
  EventService whole(folded_service({{"a", {}}}), calling({"a/create"}));
  const auto other = whole.plan(folded_build);
  ASSERT_TRUE(other);
  EXPECT_EQ(ids(*other), (std::vector<std::string>{"a/create"}));
  EXPECT_EQ(other->activities[flow::ActivityId(0)].folded->after.size(), 2U);
}

TEST(FoldIdle, SaysByWayOfWhatOneThingComesBeforeAnother) {
  EventService service(folded_service({{"a", {}}}), calling({"a/create", "a/start"}));
  const auto plan = service.plan(folded_build);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->edges.size(), 1U);
  EXPECT_EQ(plan->edges[0].origins.back().reason, "by way of 'a/configure', which calls nothing");
}

TEST(FoldIdle, LeavesLifeCyclesOfOnesOwnAlone) {
  EventService own(testing::read_file(PLANBUILDER_SOURCE "/samples/events/desired.yaml"), calling({}));
  EventService same(testing::read_file(PLANBUILDER_SOURCE "/samples/events/desired.yaml"));
  const auto plan = own.plan(folded_build);
  const auto unfolded = same.plan(folded_build);
  ASSERT_TRUE(plan && unfolded) << own.problems();
  EXPECT_EQ(ids(*plan), ids(*unfolded));
}

/// A hub that many stand on: an edge for each pair of those before and after it would be too many.
TEST(FoldIdle, DoesNotMultiplyTheEdgesOfAHub) {
  std::vector<std::pair<std::string, std::vector<std::string>>> nodes{{"hub", {}}};
  for (std::size_t i = 0; i < 200; ++i) nodes.push_back({"n" + std::to_string(i), {"hub"}});
  EventService service(folded_service(nodes), calling({}));
  const auto plan = service.plan(folded_build);
  ASSERT_TRUE(plan) << service.problems();
  EXPECT_LE(plan->activities.size(), 402U);
  EXPECT_LE(plan->edges.size(), 1000U);
}

/// Each activity of a folded plan, by its number in the whole one: what became a provisioning stands where the instance is made.
std::map<std::string, std::string> places_of(const flow::AbstractPlan& folded, const flow::AbstractPlan& whole) {
  std::map<tosca::EntityId, std::string> books;
  std::map<std::string, std::string> places;
  for (const flow::Activity& activity : whole.activities) {
    if (activity.makes_instance || activity.removes_instance || !activity.event) books.emplace(activity.entity, activity.id);
    places.emplace(activity.id, activity.id);
  }
  std::map<std::string, std::string> found;
  for (const flow::Activity& activity : folded.activities)
    found[activity.id] = activity.event ? places.at(activity.id) : books.at(activity.entity);
  return found;
}

/// Who comes before whom, closed.
std::set<std::pair<std::string, std::string>> order_of(const flow::AbstractPlan& plan) {
  std::map<std::string, std::set<std::string>> before;
  std::set<std::pair<std::string, std::string>> order;
  for (const flow::ActivityId id : plan.activities.ids()) {
    const std::string& name = plan.activities[id].id;
    for (const flow::Edge& edge : plan.edges) {
      if (edge.to != id) continue;
      const std::string& first = plan.activities[edge.from].id;
      before[name].insert(first);
      before[name].insert(before[first].begin(), before[first].end());
    }
    for (const std::string& first : before[name]) order.emplace(first, name);
  }
  return order;
}

void expect_same_order(const flow::AbstractPlan& folded, const flow::AbstractPlan& whole, const std::string& which) {
  const auto places = places_of(folded, whole);
  const auto order = order_of(folded);
  const auto whole_order = order_of(whole);
  for (const auto& [one, place] : places) {
    for (const auto& [other, other_place] : places)
      ASSERT_EQ(order.contains({one, other}), whole_order.contains({place, other_place})) << which << ": " << one << " " << other;
  }
}

TEST(FoldIdle, KeepsTheOrderOfRandomServices) {
  for (unsigned seed = 0; seed < 96 / PLANBUILDER_RANDOM_SHARE; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<std::string, std::vector<std::string>>> nodes;
    const std::size_t count = 2 + random() % 7;
    for (std::size_t i = 0; i < count; ++i) {
      auto& [name, needs] = nodes.emplace_back("n" + std::to_string(i), std::vector<std::string>{});
      for (std::size_t target = i + 1; target < count; ++target) {
        if (random() % 3 == 0) needs.push_back("n" + std::to_string(target));
      }
    }
    const std::size_t share = 2 + random() % 6;  // one of so many calls something
    std::map<std::string, bool> idle;
    const auto calls_nothing = [&](const flow::Activity& activity) {
      return idle.try_emplace(activity.id, random() % share != 0).first->second;
    };
    for (const flow::PlanRequest& request : {folded_build, folded_end}) {
      EventService whole_service(folded_service(nodes));
      EventService service(folded_service(nodes), folding(calls_nothing));
      const auto whole = whole_service.plan(request);
      const auto folded = service.plan(request);
      ASSERT_TRUE(whole && folded) << service.problems();
      expect_same_order(*folded, *whole, "service " + std::to_string(seed) + " " + request.name());
      std::set<tosca::EntityId> entities;
      std::set<std::string> left;
      for (const flow::Activity& activity : folded->activities) {
        entities.insert(activity.entity);
        left.insert(activity.id);
      }
      EXPECT_EQ(entities.size(), service.model.topology->nodes.size() + service.model.topology->relationships.size());
      for (const flow::Activity& activity : whole->activities) EXPECT_TRUE(idle.at(activity.id) || left.contains(activity.id));
    }
  }
}

}  // namespace
}  // namespace planbuilder::events
