#include <algorithm>

#include "planbuilder/flow/graph.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

namespace {

/// Most derivations from events add their edges so.
bool is_sorted_without_repeats(const std::vector<Edge>& edges) {
  return std::adjacent_find(edges.begin(), edges.end(), [](const Edge& one, const Edge& next) {
           return std::pair(one.from, one.to) >= std::pair(next.from, next.to);
         }) == edges.end();
}

}  // namespace

void merge_edges(AbstractPlan& plan) {
  if (is_sorted_without_repeats(plan.edges)) return;
  const OrderGraph graph = graph_of(plan);
  constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> first(plan.activities.size(), none);  // by activity: the last edge that was the first to lead there
  for (Vertex from = 0; from < num_vertices(graph); ++from) {
    for (const GraphEdge item : boost::make_iterator_range(out_edges(from, graph))) {
      std::uint32_t& known = first[target(item, graph)];
      Edge& edge = plan.edges[graph[item].number];
      if (known == none || plan.edges[known].from != edge.from) {
        known = graph[item].number;
        continue;
      }
      std::vector<Origin>& origins = plan.edges[known].origins;
      std::move(edge.origins.begin(), edge.origins.end(), std::back_inserter(origins));
      edge.origins.clear();
    }
  }
  std::erase_if(plan.edges, [](const Edge& edge) { return edge.origins.empty(); });
}

}  // namespace planbuilder::flow
