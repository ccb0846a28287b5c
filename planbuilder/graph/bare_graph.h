// A graph as bare numbers, for algorithms that walk it many times: the neighbours of a vertex stand side by side in memory.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace planbuilder::graph {

class BareGraph {
 public:
  using Number = std::uint32_t;
  struct Arc {
    Number vertex;  // at the other end
    Number edge;    // its place in the list that the graph was made from
  };

  BareGraph(std::size_t vertices, std::span<const std::pair<Number, Number>> edges);

  [[nodiscard]] std::size_t size() const { return first_out_.size() - 1; }
  [[nodiscard]] std::span<const Arc> out(Number vertex) const { return arcs(first_out_, out_, vertex); }
  [[nodiscard]] std::span<const Arc> in(Number vertex) const { return arcs(first_in_, in_, vertex); }

  /// Sources first; shorter than the graph when there is a cycle.
  [[nodiscard]] std::vector<Number> topological_order() const;

 private:
  static std::span<const Arc> arcs(const std::vector<Number>& first, const std::vector<Arc>& all, Number vertex) {
    return std::span(all).subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
  std::vector<Number> first_out_;
  std::vector<Number> first_in_;
  std::vector<Arc> out_;
  std::vector<Arc> in_;
};

}  // namespace planbuilder::graph
