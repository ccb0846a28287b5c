// Order by reachability: small cases by hand, random ones held against the plain definition.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/unit/diff/plans.h"

namespace planbuilder::diff {
namespace {

std::string to_string(const std::vector<OrderChange>& order) {
  std::string text;
  for (const OrderChange& change : order) {
    text += change.from + "<" + change.to + (change.reversed ? "!" : "") + " ";
    for (const Link& link : change.chain) text += "(" + link.origins.front().reason + ")";
    text += "\n";
  }
  return text;
}

PlanDifference compare_one(const plan::Plan& before, const plan::Plan& after) {
  const Difference difference = compare({before}, {after}, {.renames = false});
  return difference.plans.empty() ? PlanDifference() : difference.plans.front();
}

TEST(Order, IsComparedByReachabilityAndNotByEdges) {
  plan::Plan with_shortcut = plan_of({"a", "b", "c"}, {{"a", "b"}, {"a", "c"}, {"b", "c"}});
  EXPECT_TRUE(compare({plan_of({"a", "b", "c"}, {{"a", "b"}, {"b", "c"}})}, {with_shortcut}).empty());
}

TEST(Order, LostAndGainedArePairsThatNothingStandsBetween) {
  const PlanDifference difference = compare_one(plan_of({"a", "b", "c", "d"}, {{"a", "b"}, {"b", "c"}, {"c", "d"}}),
                                                plan_of({"a", "b", "c", "d"}, {{"a", "b"}, {"a", "c"}, {"c", "d"}}));
  // b before d is lost as well, but follows from b before c.
  EXPECT_EQ(to_string(difference.lost), "b/provision<c/provision (b to c)\n");
  EXPECT_EQ(to_string(difference.gained), "");
  EXPECT_EQ(difference.before.waves, 4u);
  EXPECT_EQ(difference.after.waves, 3u);
  EXPECT_EQ(difference.after.widest, 2u);
}

TEST(Order, IsSeenThroughWhatOnlyOneSideHas) {
  const PlanDifference difference =
      compare_one(plan_of({"a", "x", "y", "b"}, {{"a", "x"}, {"x", "y"}, {"y", "b"}}), plan_of({"a", "b"}, {}));
  EXPECT_EQ(to_string(difference.lost), "a/provision<b/provision (a to x)(x to y)(y to b)\n");
  EXPECT_EQ(difference.removed.size(), 2u);
  EXPECT_EQ(difference.removed.front().after, std::vector<std::string>{"a/provision"});
  EXPECT_EQ(difference.removed.front().before, std::vector<std::string>{"y/provision"});
  EXPECT_TRUE(compare_one(plan_of({"a", "x", "b"}, {{"a", "x"}, {"x", "b"}}), plan_of({"a", "b"}, {{"a", "b"}})).lost.empty());
}

TEST(Order, ThatTurnsRoundIsLostAndGained) {
  const PlanDifference difference = compare_one(plan_of({"a", "b"}, {{"a", "b"}}), plan_of({"b", "a"}, {{"b", "a"}}));
  EXPECT_EQ(to_string(difference.lost), "a/provision<b/provision! (a to b)\n");
  EXPECT_EQ(to_string(difference.gained), "b/provision<a/provision! (b to a)\n");
}

/// A thousand before and a thousand after what is removed: a million pairs, of which a part is listed.
TEST(Order, IsNotListedWithoutEnd) {
  std::vector<std::string> names;
  std::vector<Ends> edges;
  for (int i = 0; i < 1000; ++i) names.push_back("a" + std::to_string(i));
  for (int i = 0; i < 1000; ++i) edges.emplace_back(names[static_cast<std::size_t>(i)], "x");
  const std::vector<std::string> before = names;
  names.push_back("x");
  std::vector<std::string> without = before;
  for (int i = 0; i < 1000; ++i) {
    names.push_back("b" + std::to_string(i));
    without.push_back(names.back());
    edges.emplace_back("x", names.back());
  }
  const PlanDifference difference = compare_one(plan_of(names, edges), plan_of(without, {}));
  EXPECT_FALSE(difference.all_order);
  EXPECT_GT(difference.lost.size(), 10'000u);
  EXPECT_LT(difference.lost.size(), 200'000u);
}

using Closure = std::set<std::pair<std::string, std::string>>;

Closure closure_of(const plan::Plan& plan) {
  Closure all;
  for (auto edge = plan.edges.rbegin(); edge != plan.edges.rend(); ++edge) {
    const std::string& from = plan.activities[edge->from].id;
    const std::string& to = plan.activities[edge->to].id;
    all.emplace(from, to);
    for (const plan::Activity& beyond : plan.activities) {
      if (all.contains({to, beyond.id})) all.emplace(from, beyond.id);
    }
  }
  return all;
}

/// What the definition says: ordered on one side only, and nothing common stands between the two.
Closure only_of(const plan::Plan& here, const plan::Plan& there) {
  const Closure order = closure_of(here);
  const Closure other = closure_of(there);
  std::set<std::string> common;
  for (const plan::Activity& activity : here.activities) {
    for (const plan::Activity& same : there.activities) {
      if (activity.id == same.id) common.insert(activity.id);
    }
  }
  Closure found;
  for (const auto& [from, to] : order) {
    if (!common.contains(from) || !common.contains(to) || other.contains({from, to})) continue;
    bool between = false;
    for (const std::string& middle : common)
      between = between || (order.contains({from, middle}) && order.contains({middle, to}));
    if (!between) found.emplace(from, to);
  }
  return found;
}

Closure pairs_of(const std::vector<OrderChange>& order) {
  Closure pairs;
  for (const OrderChange& change : order) pairs.emplace(change.from, change.to);
  EXPECT_EQ(pairs.size(), order.size());
  return pairs;
}

/// Some of ten activities in some order, with some of the edges that it allows.
plan::Plan random_plan(std::mt19937& random) {
  std::vector<std::string> names;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
    if (random() % 4 != 0) names.emplace_back(name);
  }
  if (random() % 2 == 0) std::shuffle(names.begin(), names.end(), random);
  std::vector<Ends> edges;
  for (std::size_t from = 0; from < names.size(); ++from) {
    for (std::size_t to = from + 1; to < names.size(); ++to) {
      if (random() % 4 == 0) edges.emplace_back(names[from], names[to]);
    }
  }
  return plan_of(names, edges);
}

TEST(Order, OfRandomPlansIsWhatTheDefinitionSays) {
  std::mt19937 random(10);
  for (int i = 0; i < 400; ++i) {
    const plan::Plan before = random_plan(random);
    const plan::Plan after = random_plan(random);
    const PlanDifference difference = compare_one(before, after);
    ASSERT_EQ(pairs_of(difference.lost), only_of(before, after)) << i;
    ASSERT_EQ(pairs_of(difference.gained), only_of(after, before)) << i;
    const Closure old_order = closure_of(before);
    for (const OrderChange& change : difference.gained) {
      ASSERT_EQ(change.reversed, old_order.contains({change.to, change.from}));
      ASSERT_EQ(change.chain.front().from, change.from);
      ASSERT_EQ(change.chain.back().to, change.to);
    }
  }
}

}  // namespace
}  // namespace planbuilder::diff
