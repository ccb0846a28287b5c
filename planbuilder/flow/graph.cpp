#include "planbuilder/flow/graph.h"

#include <functional>
#include <queue>

namespace planbuilder::flow {

std::vector<Vertex> topological_order(const Graph& graph) {
  std::vector<std::size_t> waiting_for(num_vertices(graph));
  std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> ready;  // vertices are numbered as declared
  for (Vertex vertex = 0; vertex < num_vertices(graph); ++vertex) {
    waiting_for[vertex] = in_degree(vertex, graph);
    if (waiting_for[vertex] == 0) ready.push(vertex);
  }
  std::vector<Vertex> order;
  order.reserve(num_vertices(graph));
  while (!ready.empty()) {
    const Vertex next = ready.top();
    ready.pop();
    order.push_back(next);
    for (const GraphEdge edge : boost::make_iterator_range(out_edges(next, graph))) {
      if (--waiting_for[target(edge, graph)] == 0) ready.push(target(edge, graph));
    }
  }
  return order;
}

}  // namespace planbuilder::flow
