#include <algorithm>
#include <boost/graph/strong_components.hpp>
#include <deque>
#include <unordered_map>

#include "planbuilder/flow/graph.h"
#include "planbuilder/flow/order_passes.h"

namespace planbuilder::flow {

namespace {

/// The shortest way from a vertex back to itself without leaving its component, as edges; empty when there is none.
std::vector<GraphEdge> shortest_cycle_through(const OrderGraph& graph, Vertex start, const std::vector<std::size_t>& component) {
  std::unordered_map<Vertex, GraphEdge> reached_by;
  std::deque<Vertex> waiting{start};
  while (!waiting.empty()) {
    const Vertex vertex = waiting.front();
    waiting.pop_front();
    for (const GraphEdge edge : boost::make_iterator_range(out_edges(vertex, graph))) {
      const Vertex next = target(edge, graph);
      if (component[next] != component[start] || !reached_by.emplace(next, edge).second) continue;
      if (next != start) {
        waiting.push_back(next);
        continue;
      }
      std::vector<GraphEdge> cycle{edge};
      while (source(cycle.back(), graph) != start) cycle.push_back(reached_by.at(source(cycle.back(), graph)));
      std::reverse(cycle.begin(), cycle.end());
      return cycle;
    }
  }
  return {};
}

/// The shortest cycle among those through the first vertices of the component: looking from all of them
/// would cost its size squared.
std::vector<GraphEdge> find_cycle(const OrderGraph& graph, const std::vector<std::size_t>& component,
                                  const std::vector<Vertex>& members) {
  constexpr std::size_t starts = 64;
  std::vector<GraphEdge> best;
  for (std::size_t i = 0; i < std::min(starts, members.size()); ++i) {
    std::vector<GraphEdge> cycle = shortest_cycle_through(graph, members[i], component);
    if (best.empty() || cycle.size() < best.size()) best = std::move(cycle);
  }
  return best;
}

void report(const AbstractPlan& plan, const std::vector<const Edge*>& cycle, const tosca::Topology& topology,
            Diagnostics& diagnostics) {
  const auto id = [&](ActivityId activity) -> const std::string& { return plan.activities[activity].id; };
  std::string path;
  for (const Edge* edge : cycle) path += id(edge->from) + " -> ";
  path += id(cycle.front()->from);
  Diagnostic& problem = diagnostics.error(Code::order_cycle, cycle.front()->origins.front().at,
                                          "the " + plan.name + " plan would have to do things before themselves: " + path);
  for (const Edge* edge : cycle) {
    const Origin& origin = edge->origins.front();
    problem.note(id(edge->from) + " before " + id(edge->to) + ": " + reason_of(origin, topology), origin.at);
  }
}

}  // namespace

void report_cycles(const AbstractPlan& plan, const tosca::Topology& topology, Diagnostics& diagnostics) {
  const OrderGraph graph = graph_of(plan);
  std::vector<std::size_t> component(num_vertices(graph));
  const std::size_t count =
      boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  std::vector<std::vector<Vertex>> members(count);
  for (Vertex vertex = 0; vertex < num_vertices(graph); ++vertex) members[component[vertex]].push_back(vertex);
  std::sort(members.begin(), members.end());  // by the first activity, not by the algorithm's numbering
  for (const std::vector<Vertex>& vertices : members) {
    std::vector<const Edge*> cycle;
    for (const GraphEdge edge : find_cycle(graph, component, vertices)) cycle.push_back(&plan.edges[graph[edge].number]);
    if (!cycle.empty()) report(plan, cycle, topology, diagnostics);
  }
}

}  // namespace planbuilder::flow
