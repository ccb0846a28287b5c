#include "planbuilder/graph/reachability.h"

#include <algorithm>

namespace planbuilder::graph {

namespace {

constexpr BareGraph::Number unset = static_cast<BareGraph::Number>(-1);

}  // namespace

Reachability::Reachability(const BareGraph& graph, const std::vector<Number>& order)
    : graph_(graph),
      level_(graph.size(), 0),
      tree_(graph.size(), {unset, unset}),
      visited_(graph.size(), 0),
      // Enough for all questions that a graph of ordinary shape leaves open.
      budget_(std::uint64_t{64} * (graph.size() + 1'000)) {
  for (const Number vertex : order) {
    for (const BareGraph::Arc& arc : graph_.out(vertex)) level_[arc.vertex] = std::max(level_[arc.vertex], level_[vertex] + 1);
  }
  walk_forest(order);
  for (std::size_t walk = 0; walk < walks; ++walk) walk_all(walk, order);
}

/// Depth first from every start; a vertex belongs to the subtree from which it was found first.
void Reachability::walk_forest(const std::vector<Number>& order) {
  Number clock = 0;
  std::vector<std::pair<Number, std::size_t>> open;  // vertex and its next arc
  for (const Number root : order) {
    if (tree_[root].first != unset) continue;
    tree_[root].first = clock++;
    open.emplace_back(root, 0);
    while (!open.empty()) {
      auto& [vertex, next] = open.back();
      const auto arcs = graph_.out(vertex);
      if (next == arcs.size()) {
        tree_[vertex].last = clock++;
        open.pop_back();
        continue;
      }
      const Number child = arcs[next++].vertex;
      if (tree_[child].first != unset) continue;
      tree_[child].first = clock++;
      open.emplace_back(child, 0);
    }
  }
}

/// Numbers the vertices as a walk finishes with them: all that a vertex reaches was finished before it, so it lies between
/// the least number that it reaches and its own.
void Reachability::walk_all(std::size_t walk, const std::vector<Number>& order) {
  std::vector<Interval>& reached = reached_[walk];
  reached.assign(graph_.size(), {unset, unset});
  std::vector<char> found(graph_.size(), 0);
  Number clock = 0;
  std::vector<std::pair<Number, std::size_t>> open;
  const bool backwards = walk % 2 == 1;
  const auto visit = [&](Number root) {
    if (found[root] != 0) return;
    found[root] = 1;
    open.emplace_back(root, 0);
    while (!open.empty()) {
      auto& [vertex, next] = open.back();
      const auto arcs = graph_.out(vertex);
      if (next == arcs.size()) {
        Number least = clock;
        for (const BareGraph::Arc& arc : arcs) least = std::min(least, reached[arc.vertex].first);
        reached[vertex] = {least, clock++};
        open.pop_back();
        continue;
      }
      std::size_t at = next++;
      if (backwards) at = arcs.size() - 1 - at;
      if (walk == 2) at = (at + vertex) % arcs.size();
      const Number child = arcs[at].vertex;
      if (found[child] != 0) continue;
      found[child] = 1;
      open.emplace_back(child, 0);
    }
  };
  if (backwards) {
    for (auto root = order.rbegin(); root != order.rend(); ++root) {
      if (graph_.in(*root).empty()) visit(*root);
    }
  } else {
    for (const Number root : order) visit(root);
  }
}

bool Reachability::ruled_out(Number from, Number to) const {
  if (level_[from] >= level_[to]) return from != to;
  return std::any_of(reached_.begin(), reached_.end(), [&](const std::vector<Interval>& reached) {
    return reached[to].first < reached[from].first || reached[from].last < reached[to].last;
  });
}

Reachability::Answer Reachability::reaches(Number from, Number to) {
  if (certainly(from, to)) return Answer::yes;
  if (ruled_out(from, to)) return Answer::no;
  ++question_;
  open_.assign(1, from);
  visited_[from] = question_;
  while (!open_.empty()) {
    const Number vertex = open_.back();
    open_.pop_back();
    for (const BareGraph::Arc& arc : graph_.out(vertex)) {
      if (budget_ == 0) return Answer::too_costly;
      --budget_;
      if (visited_[arc.vertex] == question_) continue;
      visited_[arc.vertex] = question_;
      if (certainly(arc.vertex, to)) return Answer::yes;
      if (!ruled_out(arc.vertex, to)) open_.push_back(arc.vertex);
    }
  }
  return Answer::no;
}

}  // namespace planbuilder::graph
