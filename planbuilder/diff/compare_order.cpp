#include "planbuilder/diff/compare_order.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "planbuilder/graph/ask_order.h"
#include "planbuilder/graph/find_redundant.h"

namespace planbuilder::diff {

namespace {

using graph::BareGraph;
using graph::Ends;
using plan::ActivityId;
using Number = BareGraph::Number;

Number number(ActivityId id) { return static_cast<Number>(id.index()); }

BareGraph graph_of(const plan::Plan& plan) {
  std::vector<Ends> ends;
  ends.reserve(plan.edges.size());
  for (const plan::Edge& edge : plan.edges) ends.emplace_back(number(edge.from), number(edge.to));
  return {plan.activities.size(), ends};
}

/// Edges are sorted.
const plan::Edge* find_edge(const plan::Plan& plan, ActivityId from, ActivityId to) {
  const auto found =
      std::lower_bound(plan.edges.begin(), plan.edges.end(), std::pair(from, to),
                       [](const plan::Edge& edge, const auto& ends) { return std::pair(edge.from, edge.to) < ends; });
  return found != plan.edges.end() && found->from == from && found->to == to ? &*found : nullptr;
}

/// The order between common activities, direct or through what only this plan has.
class CommonOrder {
 public:
  explicit CommonOrder(const MatchedPlan& here)
      : here_(here),
        first_edge_(here.plan.activities.size() + 1, 0),
        left_(std::size_t{4} * (here.plan.activities.size() + here.plan.edges.size()) + 100'000) {
    for (const plan::Edge& edge : here.plan.edges) ++first_edge_[edge.from.index() + 1];
    for (std::size_t i = 1; i < first_edge_.size(); ++i) first_edge_[i] += first_edge_[i - 1];
  }

  /// Each pair once; those that are no direct edge may follow from others.
  std::vector<Ends> pairs() {
    std::vector<Ends> all;
    for (const ActivityId from : here_.plan.activities.ids()) {
      if (here_.lone(from)) continue;
      const std::size_t before = all.size();
      bool leads_to_lone = false;
      for (const plan::Edge& edge : edges_of(from)) {
        if (edge.redundant) continue;
        if (here_.lone(edge.to)) {
          leads_to_lone = true;
        } else {
          all.emplace_back(number(from), number(edge.to));
        }
      }
      if (!leads_to_lone) continue;
      for (const auto& [to, by] : walk(from, left_)) {
        if (!here_.lone(to)) all.emplace_back(number(from), number(to));
      }
      std::sort(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
      all.erase(std::unique(all.begin() + static_cast<std::ptrdiff_t>(before), all.end()), all.end());
    }
    return all;
  }

  /// A shortest way from one to the other through what only this plan has.
  std::vector<const plan::Edge*> chain(ActivityId from, ActivityId to) {
    if (const plan::Edge* edge = find_edge(here_.plan, from, to)) return {edge};
    if (walked_from_ != from) {
      std::size_t enough = here_.plan.edges.size();
      by_ = walk(from, enough);
      walked_from_ = from;
    }
    std::vector<const plan::Edge*> chain;
    for (ActivityId at = to; at != from;) {
      const auto found = by_.find(at);
      if (found == by_.end()) return {};
      chain.push_back(found->second);
      at = found->second->from;
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  [[nodiscard]] bool complete() const { return left_ > 0; }

 private:
  [[nodiscard]] std::span<const plan::Edge> edges_of(ActivityId from) const {
    return std::span(here_.plan.edges)
        .subspan(first_edge_[from.index()], first_edge_[from.index() + 1] - first_edge_[from.index()]);
  }

  /// By which edge each activity is reached first that is next to `from`, or that only lone ones separate from it.
  std::unordered_map<ActivityId, const plan::Edge*> walk(ActivityId from, std::size_t& left) {
    std::unordered_map<ActivityId, const plan::Edge*> by;
    std::deque<ActivityId> waiting{from};
    while (!waiting.empty()) {
      const ActivityId at = waiting.front();
      waiting.pop_front();
      for (const plan::Edge& edge : edges_of(at)) {
        if (left == 0) return by;
        --left;
        if (!by.emplace(edge.to, &edge).second) continue;
        if (here_.lone(edge.to)) waiting.push_back(edge.to);
      }
    }
    return by;
  }

  const MatchedPlan& here_;
  std::vector<std::size_t> first_edge_;  // by activity
  std::size_t left_;                     // edges that may still be walked to find pairs
  ActivityId walked_from_;
  std::unordered_map<ActivityId, const plan::Edge*> by_;
};

/// Of the pairs those that do not hold there; places in the list.
std::vector<std::size_t> not_held(const std::vector<Ends>& pairs, const MatchedPlan& here, const plan::Plan& there) {
  std::vector<std::size_t> places;
  std::vector<Ends> questions;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const ActivityId from = here.other(ActivityId(pairs[i].first));
    const ActivityId to = here.other(ActivityId(pairs[i].second));
    if (find_edge(there, from, to) != nullptr) continue;
    places.push_back(i);
    questions.emplace_back(number(from), number(to));
  }
  if (questions.empty()) return {};
  const std::vector<char> answers = graph::ask_order(graph_of(there), questions);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (answers[i] == 0) places[kept++] = places[i];
  }
  places.resize(kept);
  return places;
}

void mark_reversed(std::vector<OrderOfOne::Pair>& pairs, const MatchedPlan& here, const plan::Plan& there) {
  std::vector<Ends> questions;
  for (const OrderOfOne::Pair& pair : pairs) questions.emplace_back(number(here.other(pair.to)), number(here.other(pair.from)));
  const std::vector<char> answers = graph::ask_order(graph_of(there), questions);
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].reversed = answers[i] != 0;
}

}  // namespace

OrderOfOne order_only_of(const MatchedPlan& here, const MatchedPlan& there) {
  CommonOrder order(here);
  const std::vector<Ends> pairs = order.pairs();
  OrderOfOne found;
  found.all = order.complete();
  const std::vector<std::size_t> only_here = not_held(pairs, here, there.plan);
  if (only_here.empty()) return found;
  const std::vector<char> redundant = graph::find_redundant(here.plan.activities.size(), pairs).redundant;
  for (const std::size_t i : only_here) {
    if (redundant[i] != 0) continue;
    const ActivityId from(pairs[i].first);
    const ActivityId to(pairs[i].second);
    found.pairs.push_back({from, to, false, order.chain(from, to)});
  }
  mark_reversed(found.pairs, here, there.plan);
  return found;
}

}  // namespace planbuilder::diff
