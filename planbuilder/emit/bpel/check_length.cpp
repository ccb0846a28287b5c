#include "planbuilder/emit/bpel/check_length.h"

#include <algorithm>

#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::emit::bpel {

namespace {

using graph::BareGraph;

/// How many activities come one after the other at most. Those of a plan are in topological order.
std::size_t longest_way(const plan::Plan& plan) {
  std::vector<std::pair<BareGraph::Number, BareGraph::Number>> links;
  for (const plan::Edge& edge : plan.edges) {
    if (!edge.redundant)
      links.emplace_back(static_cast<BareGraph::Number>(edge.from.index()), static_cast<BareGraph::Number>(edge.to.index()));
  }
  const BareGraph order(plan.activities.size(), links);
  std::vector<std::size_t> ways(order.size(), 1);  // that end with each of them
  std::size_t longest = 0;
  for (BareGraph::Number activity = 0; activity < order.size(); ++activity) {
    for (const BareGraph::Arc& before : order.in(activity)) ways[activity] = std::max(ways[activity], ways[before.vertex] + 1);
    longest = std::max(longest, ways[activity]);
  }
  return longest;
}

}  // namespace

void check_size(const plan::Plan& plan, Problems& problems) {
  if (plan.activities.size() <= largest_measured) return;
  problems
      .warn(Code::process_too_large,
            "has " + std::to_string(plan.activities.size()) +
                " activities, which may be more than Apache ODE can take: it holds the whole process in memory")
      .explain(
          "1,000 activities took it half a minute and 0.5 GiB, and 5,000 were not done after seven minutes with 2 GiB; make "
          "processes of "
          "parts of the service (--only), or run the shell target");
}

void check_length(const plan::Plan& plan, Problems& problems) {
  if (plan.activities.size() <= longest_safe_way) return;
  const std::size_t longest = longest_way(plan);
  if (longest <= longest_safe_way) return;
  problems
      .warn(Code::process_too_long,
            "has " + std::to_string(longest) +
                " activities one after the other: Apache ODE may run out of stack when it compiles the process")
      .explain(
          "with the 1 MiB that Java usually gives, 119 compile and 299 do not; start the engine with the option -Xss16m, "
          "which was enough for 999");
}

}  // namespace planbuilder::emit::bpel
