// The passes over the order of a plan, whatever derived it.
#include "planbuilder/flow/order_passes.h"

#include <gtest/gtest.h>

namespace planbuilder::flow {
namespace {

using Ends = std::pair<std::size_t, std::size_t>;

/// Activities a, b, c...; the origin of each edge has its place in the list as its reason.
AbstractPlan plan_of(std::size_t activities, const std::vector<Ends>& edges) {
  AbstractPlan plan;
  plan.name = "build";
  for (std::size_t i = 0; i < activities; ++i) {
    Activity activity;
    activity.id = std::string(1, static_cast<char>('a' + i));
    plan.activities.add(std::move(activity));
  }
  for (std::size_t i = 0; i < edges.size(); ++i)
    add_order(plan, ActivityId(edges[i].first), ActivityId(edges[i].second), {"rule", std::to_string(i)});
  return plan;
}

/// `a-b 02 (b-c) 1`: edges with the reasons of their origins, redundant ones in parentheses.
std::string show_with_reasons(const AbstractPlan& plan) {
  std::string out;
  for (const Edge& edge : plan.edges) {
    const std::string ends = plan.activities[edge.from].id + "-" + plan.activities[edge.to].id;
    out += (out.empty() ? "" : " ") + (edge.redundant ? "(" + ends + ")" : ends) + " ";
    for (const Origin& origin : edge.origins) out += origin.reason;
  }
  return out;
}

std::string ids_of(const AbstractPlan& plan, const std::vector<ActivityId>& order) {
  std::string out;
  for (const ActivityId id : order) out += plan.activities[id].id;
  return out;
}

TEST(OrderPasses, EqualEdgesBecomeTheFirstOfThem) {
  AbstractPlan plan = plan_of(4, {{2, 1}, {0, 3}, {2, 1}, {2, 3}, {0, 3}, {2, 1}, {2, 1}});
  EXPECT_EQ(show_with_reasons(plan), "c-b 0 a-d 1 c-b 2 c-d 3 a-d 4 c-b 56");  // what follows each other is one at once
  merge_edges(plan);
  EXPECT_EQ(show_with_reasons(plan), "c-b 0256 a-d 14 c-d 3");
  merge_edges(plan);
  EXPECT_EQ(show_with_reasons(plan), "c-b 0256 a-d 14 c-d 3");
}

TEST(OrderPasses, OfThoseThatAreReadyTheFirstDeclaredIsNext) {
  const AbstractPlan mixed = plan_of(5, {{3, 0}, {4, 1}, {0, 2}});
  EXPECT_EQ(ids_of(mixed, topological_order(mixed)), "daceb");
  const AbstractPlan sorted = plan_of(4, {{0, 3}, {1, 2}});
  EXPECT_EQ(ids_of(sorted, topological_order(sorted)), "abcd");
  const AbstractPlan cyclic = plan_of(4, {{1, 2}, {2, 1}, {2, 3}});
  EXPECT_EQ(ids_of(cyclic, topological_order(cyclic)), "a");
}

TEST(OrderPasses, ASettledPlanIsSortedMergedAndReduced) {
  AbstractPlan plan = plan_of(4, {{3, 0}, {0, 1}, {3, 1}, {3, 0}, {1, 2}});
  Diagnostics diagnostics;
  const auto settled = settle_order(plan, {}, diagnostics);
  ASSERT_TRUE(settled);
  EXPECT_TRUE(settled->is_reduced);
  EXPECT_EQ(settled->numbers[ActivityId(3)], ActivityId(0));
  EXPECT_EQ(settled->numbers[ActivityId(2)], ActivityId(3));
  EXPECT_EQ(show_with_reasons(plan), "d-a 03 (d-b) 2 a-b 1 b-c 4");
}

TEST(OrderPasses, EveryKnotShowsItsShortestCycle) {
  AbstractPlan plan = plan_of(7, {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 3}, {5, 4}, {4, 5}, {5, 6}});
  Diagnostics diagnostics;
  EXPECT_FALSE(settle_order(plan, {}, diagnostics));
  std::string problems;
  for (const Diagnostic& problem : diagnostics.since(0)) {
    problems += problem.summary + "\n";
    for (const auto& note : problem.notes) problems += "  " + note.text + "\n";
  }
  EXPECT_EQ(problems,
            "the build plan would have to do things before themselves: b -> c -> b\n"
            "  b before c: 1\n"
            "  c before b: 3\n"
            "the build plan would have to do things before themselves: e -> f -> e\n"
            "  e before f: 6\n"
            "  f before e: 5\n");
}

/// Looking for cycles must not cost the square of what has none.
TEST(OrderPasses, ACycleInALargePlanIsFound) {
  AbstractPlan plan;
  constexpr std::size_t size = 200'000;
  for (std::size_t i = 0; i < size; ++i) plan.activities.add({});
  for (std::size_t i = 1; i < size; ++i) add_order(plan, ActivityId(i - 1), ActivityId(i), {"rule", ""});
  add_order(plan, ActivityId(size - 1), ActivityId(size - 2), {"rule", ""});
  Diagnostics diagnostics;
  EXPECT_FALSE(settle_order(plan, {}, diagnostics));
  EXPECT_EQ(diagnostics.errors(), 1U);
}

}  // namespace
}  // namespace planbuilder::flow
