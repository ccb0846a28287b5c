// An edge is redundant when its end is reached another way: when another predecessor of the end is reached from its start, or
// another successor of the start reaches the end. Activities with one edge in and one out (relationships mostly are
// such) are taken out first, since no edge of theirs can be redundant by itself; that halves the graph.

#include "planbuilder/graph/find_redundant.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/graph/bit_row.h"
#include "planbuilder/graph/reachability.h"

namespace planbuilder::graph {

namespace {

using Number = BareGraph::Number;
using Ends = std::pair<Number, Number>;

/// The graph without the vertices that only pass an order on. Each of its edges stands for an edge of the graph, or
/// for a way through such vertices.
struct Contracted {
  std::size_t vertices = 0;
  std::vector<Ends> edges;
  std::vector<Number> edge_of;  // the edge that it stands for; `a_way` for a way, which is never redundant itself
  static constexpr Number a_way = static_cast<Number>(-1);
};

Contracted contract(const BareGraph& graph, std::span<const Ends> edges) {
  const auto passes_on = [&](Number vertex) { return graph.in(vertex).size() == 1 && graph.out(vertex).size() == 1; };
  Contracted result;
  std::vector<Number> number(graph.size(), 0);
  for (Number vertex = 0; vertex < graph.size(); ++vertex) {
    if (!passes_on(vertex)) number[vertex] = static_cast<Number>(result.vertices++);
  }
  for (Number edge = 0; edge < edges.size(); ++edge) {
    if (passes_on(edges[edge].first)) continue;
    Number end = edges[edge].second;
    const bool is_way = passes_on(end);
    while (passes_on(end)) end = graph.out(end).front().vertex;
    result.edges.emplace_back(number[edges[edge].first], number[end]);
    result.edge_of.push_back(is_way ? Contracted::a_way : edge);
  }
  return result;
}

/// Two edges between the same vertices: one of them is a way, since edges are not doubled. It makes the other redundant.
std::vector<char> find_parallel(const Contracted& contracted) {
  std::unordered_map<std::uint64_t, Number> ways;
  std::vector<char> redundant(contracted.edges.size(), 0);
  const auto key = [](const Ends& ends) { return std::uint64_t{ends.first} << 32 | ends.second; };
  for (Number edge = 0; edge < contracted.edges.size(); ++edge) {
    if (contracted.edge_of[edge] == Contracted::a_way) ways.emplace(key(contracted.edges[edge]), edge);
  }
  if (ways.empty()) return redundant;
  for (Number edge = 0; edge < contracted.edges.size(); ++edge) {
    if (contracted.edge_of[edge] != Contracted::a_way && ways.contains(key(contracted.edges[edge]))) redundant[edge] = 1;
  }
  return redundant;
}

/// Nothing when the questions that are left would cost too much.
bool ask_for_each(const BareGraph& graph, const Contracted& contracted, const std::vector<Number>& order,
                  std::vector<char>& redundant) {
  Reachability reachability(graph, order);
  using Answer = Reachability::Answer;
  for (Number edge = 0; edge < contracted.edges.size(); ++edge) {
    if (contracted.edge_of[edge] == Contracted::a_way || redundant[edge] != 0) continue;
    const auto [from, to] = contracted.edges[edge];
    const bool by_start = graph.out(from).size() <= graph.in(to).size();
    for (const BareGraph::Arc& other : by_start ? graph.out(from) : graph.in(to)) {
      if (other.edge == edge || other.vertex == (by_start ? to : from)) continue;
      const Answer answer = by_start ? reachability.reaches(other.vertex, to) : reachability.reaches(from, other.vertex);
      if (answer == Answer::too_costly) return false;
      if (answer == Answer::yes) {
        redundant[edge] = 1;
        break;
      }
    }
  }
  return true;
}

// Otherwise reachability is computed for a block of targets at a time: one row of bits per vertex instead of a
// matrix of vertices times vertices.
void compute_in_blocks(const BareGraph& graph, const std::vector<Number>& order, std::vector<char>& redundant) {
  std::vector<std::size_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<BitRow> reaches(order.size());  // by rank: the targets of the block that a vertex reaches, itself included
  for (std::size_t first = 0; first < order.size(); first += BitRow::size) {
    const std::size_t end = std::min(first + BitRow::size, order.size());
    for (std::size_t at = end; at-- > 0;) {
      BitRow beyond;  // what is reached through a successor, the successors themselves not counted
      BitRow all;
      for (const BareGraph::Arc& arc : graph.out(order[at])) {
        const std::size_t next = rank[arc.vertex];
        if (next >= end) continue;
        BitRow through = reaches[next];
        all.add(through);
        if (next >= first) through.clear(next - first);
        beyond.add(through);
      }
      if (at >= first) all.set(at - first);
      reaches[at] = all;
      for (const BareGraph::Arc& arc : graph.out(order[at])) {
        const std::size_t next = rank[arc.vertex];
        if (next >= first && next < end && beyond.test(next - first)) redundant[arc.edge] = 1;
      }
    }
  }
}

constexpr std::size_t most_for_blocks = 200'000;

}  // namespace

RedundantEdges find_redundant(std::size_t vertices, std::span<const Ends> edges) {
  const Contracted contracted = contract(BareGraph(vertices, edges), edges);
  const BareGraph graph(contracted.vertices, contracted.edges);
  const std::vector<Number> order = graph.topological_order();
  std::vector<char> redundant = find_parallel(contracted);
  RedundantEdges found{std::vector<char>(edges.size(), 0), true, graph.size()};
  if (!ask_for_each(graph, contracted, order, redundant)) {
    found.exact = graph.size() <= most_for_blocks;
    if (found.exact) compute_in_blocks(graph, order, redundant);
  }
  for (Number edge = 0; edge < contracted.edges.size(); ++edge) {
    if (contracted.edge_of[edge] != Contracted::a_way) found.redundant[contracted.edge_of[edge]] = redundant[edge];
  }
  return found;
}

}  // namespace planbuilder::graph
