#include "planbuilder/review/explain.h"

#include <algorithm>
#include <deque>

namespace planbuilder::review {

namespace {

using Edges = std::vector<std::vector<const plan::Edge*>>;

/// The edges of each activity, by the end that `side` names.
Edges edges_by(const plan::Plan& plan, plan::ActivityId plan::Edge::*side) {
  Edges edges(plan.activities.size());
  for (const plan::Edge& edge : plan.edges) edges[(edge.*side).index()].push_back(&edge);
  return edges;
}

/// By which edge each activity is reached first, breadth first; none where it is not reached, or where it starts.
std::vector<const plan::Edge*> reach(const Edges& edges, plan::ActivityId start, plan::ActivityId plan::Edge::*next) {
  std::vector<const plan::Edge*> by(edges.size(), nullptr);
  std::deque<plan::ActivityId> waiting{start};
  while (!waiting.empty()) {
    const plan::ActivityId at = waiting.front();
    waiting.pop_front();
    for (const plan::Edge* edge : edges[at.index()]) {
      const plan::ActivityId to = edge->*next;
      if (to == start || by[to.index()] != nullptr) continue;
      by[to.index()] = edge;
      waiting.push_back(to);
    }
  }
  return by;
}

std::size_t count_reached(const std::vector<const plan::Edge*>& by) {
  return static_cast<std::size_t>(std::count_if(by.begin(), by.end(), [](const plan::Edge* edge) { return edge != nullptr; }));
}

std::vector<Neighbour> neighbours(const std::vector<const plan::Edge*>& edges, plan::ActivityId plan::Edge::*end) {
  std::vector<Neighbour> all;
  for (const plan::Edge* edge : edges) all.push_back({edge->*end, edge});
  std::stable_sort(all.begin(), all.end(),
                   [](const Neighbour& left, const Neighbour& right) { return left.edge->redundant < right.edge->redundant; });
  return all;
}

std::vector<const plan::Edge*> chain_to(const std::vector<const plan::Edge*>& by, plan::ActivityId end) {
  std::vector<const plan::Edge*> chain;
  for (const plan::Edge* edge = by[end.index()]; edge != nullptr; edge = by[edge->from.index()]) chain.push_back(edge);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

/// Those that both sets reach and that lead to no other such one.
std::vector<plan::ActivityId> nearest_common(const std::vector<const plan::Edge*>& one,
                                             const std::vector<const plan::Edge*>& other, const Edges& edges,
                                             plan::ActivityId plan::Edge::*nearer) {
  std::vector<plan::ActivityId> nearest;
  const auto common = [&](std::size_t i) { return one[i] != nullptr && other[i] != nullptr; };
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!common(i)) continue;
    const bool last =
        std::none_of(edges[i].begin(), edges[i].end(), [&](const plan::Edge* edge) { return common((edge->*nearer).index()); });
    if (last) nearest.push_back(plan::ActivityId(i));
  }
  return nearest;
}

}  // namespace

Explanation explain(const plan::Plan& plan, plan::ActivityId activity) {
  const Edges outgoing = edges_by(plan, &plan::Edge::from);
  const Edges incoming = edges_by(plan, &plan::Edge::to);
  Explanation explanation;
  explanation.activity = activity;
  explanation.before = neighbours(incoming[activity.index()], &plan::Edge::from);
  explanation.after = neighbours(outgoing[activity.index()], &plan::Edge::to);
  explanation.all_before = count_reached(reach(incoming, activity, &plan::Edge::from));
  explanation.all_after = count_reached(reach(outgoing, activity, &plan::Edge::to));
  return explanation;
}

Ordering explain(const plan::Plan& plan, plan::ActivityId one, plan::ActivityId other) {
  const Edges outgoing = edges_by(plan, &plan::Edge::from);
  const auto after_one = reach(outgoing, one, &plan::Edge::to);
  if (after_one[other.index()] != nullptr) return {one, other, chain_to(after_one, other), {}, {}};
  const auto after_other = reach(outgoing, other, &plan::Edge::to);
  if (after_other[one.index()] != nullptr) return {other, one, chain_to(after_other, one), {}, {}};
  const Edges incoming = edges_by(plan, &plan::Edge::to);
  const auto before_one = reach(incoming, one, &plan::Edge::from);
  const auto before_other = reach(incoming, other, &plan::Edge::from);
  return {one,
          other,
          {},
          nearest_common(before_one, before_other, outgoing, &plan::Edge::to),
          nearest_common(after_one, after_other, incoming, &plan::Edge::from)};
}

}  // namespace planbuilder::review
