// Answers whether one vertex of an acyclic graph reaches another, mostly without looking at the graph.
//
// Three things are kept per vertex: its level (the longest way from a start), the interval of its subtree in a spanning
// forest (what is inside is reached for certain), and the interval of all that it reaches in the order in which a walk
// finished (what is outside is not reached for certain). Only what none of them decides is searched, and the search
// leaves out what they rule out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::graph {

class Reachability {
 public:
  using Number = BareGraph::Number;

  explicit Reachability(const BareGraph& graph, const std::vector<Number>& topological_order);

  enum class Answer : std::uint8_t { no, yes, too_costly };
  /// Every vertex reaches itself. `too_costly` when the searches of all questions together took more than the budget.
  Answer reaches(Number from, Number to);

  [[nodiscard]] Number level(Number vertex) const { return level_[vertex]; }

 private:
  struct Interval {
    Number first;
    Number last;
  };
  static constexpr std::size_t walks = 3;  // in different orders, since each rules out other things

  void walk_forest(const std::vector<Number>& order);
  void walk_all(std::size_t walk, const std::vector<Number>& order);
  [[nodiscard]] bool certainly(Number from, Number to) const {
    return tree_[from].first <= tree_[to].first && tree_[to].last <= tree_[from].last;
  }
  [[nodiscard]] bool ruled_out(Number from, Number to) const;

  const BareGraph& graph_;
  std::vector<Number> level_;
  std::vector<Interval> tree_;
  std::array<std::vector<Interval>, walks> reached_;
  std::vector<Number> visited_;  // by which question
  std::vector<Number> open_;
  Number question_ = 0;
  std::uint64_t budget_;
};

}  // namespace planbuilder::graph
