#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::graph {

BareGraph::BareGraph(std::size_t vertices, std::span<const std::pair<Number, Number>> edges)
    : first_out_(vertices + 1, 0), first_in_(vertices + 1, 0), out_(edges.size()), in_(edges.size()) {
  for (const auto& [from, to] : edges) {
    ++first_out_[from + 1];
    ++first_in_[to + 1];
  }
  for (std::size_t i = 0; i < vertices; ++i) {
    first_out_[i + 1] += first_out_[i];
    first_in_[i + 1] += first_in_[i];
  }
  std::vector<Number> next_out(first_out_.begin(), first_out_.end() - 1);
  std::vector<Number> next_in(first_in_.begin(), first_in_.end() - 1);
  for (Number edge = 0; edge < edges.size(); ++edge) {
    const auto& [from, to] = edges[edge];
    out_[next_out[from]++] = {to, edge};
    in_[next_in[to]++] = {from, edge};
  }
}

std::vector<BareGraph::Number> BareGraph::topological_order() const {
  std::vector<Number> waiting_for(size());
  std::vector<Number> order;
  order.reserve(size());
  for (Number vertex = 0; vertex < size(); ++vertex) {
    waiting_for[vertex] = static_cast<Number>(in(vertex).size());
    if (waiting_for[vertex] == 0) order.push_back(vertex);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const Arc& arc : out(order[next])) {
      if (--waiting_for[arc.vertex] == 0) order.push_back(arc.vertex);
    }
  }
  return order;
}

}  // namespace planbuilder::graph
