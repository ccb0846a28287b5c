// Which order one plan has and another has not, by reachability.
#pragma once

#include <vector>

#include "planbuilder/diff/difference.h"
#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::diff {

/// A plan whose activities are held against those of another.
struct MatchedPlan {
  const plan::Plan& plan;
  std::vector<plan::ActivityId> counterpart;  // by activity: what it is in the other plan; not valid where only this one has it

  [[nodiscard]] plan::ActivityId other(plan::ActivityId id) const { return counterpart[id.index()]; }
  [[nodiscard]] bool lone(plan::ActivityId id) const { return !other(id).valid(); }
};

struct OrderOfOne {
  struct Pair {
    plan::ActivityId from;  // of the plan that has the order
    plan::ActivityId to;
    bool reversed = false;
    std::vector<const plan::Edge*> chain;
  };
  std::vector<Pair> pairs;  // sorted
  bool all = true;          // false: there are more than can be listed
};

/// The pairs of common activities that `here` orders and `there` does not, without those that follow from others. What only
/// `here` has is looked through. Through it more may be ordered than a list should have: what is listed grows with the plan only.
OrderOfOne order_only_of(const MatchedPlan& here, const MatchedPlan& there);

}  // namespace planbuilder::diff
