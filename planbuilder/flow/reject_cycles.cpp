#include <algorithm>
#include <boost/graph/strong_components.hpp>
#include <deque>

#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

/// The shortest way from a vertex back to itself without leaving its component, as edges; empty when there is none.
std::vector<GraphEdge> shortest_cycle_through(const Graph& graph, Vertex start, const std::vector<std::size_t>& component) {
  std::vector<std::optional<GraphEdge>> reached_by(num_vertices(graph));
  std::deque<Vertex> waiting{start};
  while (!waiting.empty()) {
    const Vertex vertex = waiting.front();
    waiting.pop_front();
    for (const GraphEdge edge : boost::make_iterator_range(out_edges(vertex, graph))) {
      const Vertex next = target(edge, graph);
      if (component[next] != component[start] || reached_by[next]) continue;
      reached_by[next] = edge;
      if (next != start) {
        waiting.push_back(next);
        continue;
      }
      std::vector<GraphEdge> cycle{edge};
      while (source(cycle.back(), graph) != start) cycle.push_back(*reached_by[source(cycle.back(), graph)]);
      std::reverse(cycle.begin(), cycle.end());
      return cycle;
    }
  }
  return {};
}

/// The shortest cycle among those through the first vertices of the component: looking from all of them
/// would cost its size squared.
std::vector<GraphEdge> find_cycle(const Graph& graph, const std::vector<std::size_t>& component,
                                  const std::vector<Vertex>& members) {
  constexpr std::size_t starts = 64;
  std::vector<GraphEdge> best;
  for (std::size_t i = 0; i < std::min(starts, members.size()); ++i) {
    std::vector<GraphEdge> cycle = shortest_cycle_through(graph, members[i], component);
    if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
  }
  return best;
}

void report(Flow& flow, const std::vector<GraphEdge>& cycle) {
  const Graph& graph = flow.graph;
  std::string path;
  for (const GraphEdge edge : cycle) path += graph[source(edge, graph)].id + " -> ";
  path += graph[source(cycle.front(), graph)].id;
  Diagnostic& problem =
      flow.diagnostics.error(Code::order_cycle, graph[cycle.front()].origins.front().at,
                             "the " + flow.request.name() + " plan would have to do things before themselves: " + path);
  for (const GraphEdge edge : cycle) {
    const Origin& origin = graph[edge].origins.front();
    problem.note(
        graph[source(edge, graph)].id + " before " + graph[target(edge, graph)].id + ": " + reason_of(origin, flow.topology),
        origin.at);
  }
}

}  // namespace

void reject_cycles(Flow& flow) {
  flow.order = topological_order(flow.graph);
  if (flow.order.size() == num_vertices(flow.graph)) return;
  std::vector<std::size_t> component(num_vertices(flow.graph));
  const std::size_t count = boost::strong_components(
      flow.graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, flow.graph)));
  std::vector<std::vector<Vertex>> members(count);
  for (Vertex vertex = 0; vertex < num_vertices(flow.graph); ++vertex) members[component[vertex]].push_back(vertex);
  std::sort(members.begin(), members.end());  // by the first activity, not by the algorithm's numbering
  for (const std::vector<Vertex>& vertices : members) {
    const std::vector<GraphEdge> cycle =
        vertices.empty() ? std::vector<GraphEdge>() : find_cycle(flow.graph, component, vertices);
    if (!cycle.empty()) report(flow, cycle);
  }
}

}  // namespace planbuilder::flow
