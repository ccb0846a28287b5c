// Why an activity is in a plan, and why it comes before another: the reasons that the plan carries, put into order.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::review {

/// What must come before or after an activity directly, and why.
struct Neighbour {
  plan::ActivityId activity;
  const plan::Edge* edge;
};

/// Why one activity is there.
struct Explanation {
  plan::ActivityId activity;
  std::vector<Neighbour> before;  // edges that follow from others come last
  std::vector<Neighbour> after;
  std::size_t all_before = 0;  // transitively
  std::size_t all_after = 0;
};
Explanation explain(const plan::Plan& plan, plan::ActivityId activity);

/// How two activities are ordered: a shortest chain of edges from the first to the second, or the other way round.
struct Ordering {
  plan::ActivityId first;
  plan::ActivityId second;
  std::vector<const plan::Edge*> chain;        // empty: they are unordered
  std::vector<plan::ActivityId> last_common;   // unordered: the last that both wait for
  std::vector<plan::ActivityId> first_common;  // unordered: the first that wait for both
};
Ordering explain(const plan::Plan& plan, plan::ActivityId one, plan::ActivityId other);

std::string to_text(const plan::Plan& plan, const Explanation& explanation);
std::string to_text(const plan::Plan& plan, const Ordering& ordering);
std::string to_json(const plan::Plan& plan, const Explanation& explanation);
std::string to_json(const plan::Plan& plan, const Ordering& ordering);

}  // namespace planbuilder::review
