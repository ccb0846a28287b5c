#include <algorithm>
#include <functional>
#include <queue>

#include "planbuilder/flow/graph.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

namespace {

bool is_in_order(const AbstractPlan& plan) {
  return std::all_of(plan.edges.begin(), plan.edges.end(), [](const Edge& edge) { return edge.from < edge.to; });
}

/// Kahn's algorithm.
std::vector<ActivityId> sort(const AbstractPlan& plan) {
  const OrderGraph graph = graph_of(plan);
  std::vector<std::uint32_t> waiting_for(plan.activities.size());
  for (const Edge& edge : plan.edges) ++waiting_for[edge.to.index()];
  std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> ready;  // vertices are numbered as declared
  for (Vertex vertex = 0; vertex < waiting_for.size(); ++vertex) {
    if (waiting_for[vertex] == 0) ready.push(vertex);
  }
  std::vector<ActivityId> order;
  order.reserve(waiting_for.size());
  while (!ready.empty()) {
    const Vertex next = ready.top();
    ready.pop();
    order.emplace_back(next);
    for (const GraphEdge edge : boost::make_iterator_range(out_edges(next, graph))) {
      if (--waiting_for[target(edge, graph)] == 0) ready.push(target(edge, graph));
    }
  }
  return order;
}

}  // namespace

std::vector<ActivityId> topological_order(const AbstractPlan& plan) {
  if (!is_in_order(plan)) return sort(plan);
  std::vector<ActivityId> order;
  order.reserve(plan.activities.size());
  for (const ActivityId id : plan.activities.ids()) order.push_back(id);
  return order;
}

}  // namespace planbuilder::flow
