#include <array>

#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

// Reachability is computed for a block of targets at a time: one row of bits per vertex instead of a
// matrix of vertices times vertices.
constexpr std::size_t words = 8;
constexpr std::size_t block = words * 64;
using Row = std::array<std::uint64_t, words>;

void add(Row& row, const Row& other) {
  for (std::size_t i = 0; i < words; ++i) row[i] |= other[i];
}
bool test(const Row& row, std::size_t bit) { return (row[bit / 64] >> (bit % 64) & 1) != 0; }
void set(Row& row, std::size_t bit) { row[bit / 64] |= std::uint64_t{1} << (bit % 64); }

}  // namespace

void flag_redundant_edges(Flow& flow) {
  Graph& graph = flow.graph;
  const std::vector<Vertex> order = topological_order(graph);
  std::vector<std::size_t> rank(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<Row> reaches(order.size());  // by rank: the targets of the block that a vertex reaches, itself included
  for (std::size_t first = 0; first < order.size(); first += block) {
    const std::size_t end = std::min(first + block, order.size());
    for (std::size_t at = end; at-- > 0;) {
      Row beyond{};  // what is reached through a successor, the successors themselves not counted
      Row all{};
      for (const GraphEdge edge : boost::make_iterator_range(out_edges(order[at], graph))) {
        const std::size_t next = rank[target(edge, graph)];
        if (next >= end) continue;
        Row through = reaches[next];
        add(all, through);
        if (next >= first) through[(next - first) / 64] &= ~(std::uint64_t{1} << ((next - first) % 64));
        add(beyond, through);
      }
      if (at >= first) set(all, at - first);
      reaches[at] = all;
      for (const GraphEdge edge : boost::make_iterator_range(out_edges(order[at], graph))) {
        const std::size_t next = rank[target(edge, graph)];
        if (next >= first && next < end && test(beyond, next - first)) graph[edge].redundant = true;
      }
    }
  }
}

}  // namespace planbuilder::flow
