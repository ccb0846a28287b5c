#include "planbuilder/flow/edges_kept.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

void flag_redundant_edges(Flow& flow) {
  std::vector<std::pair<graph::BareGraph::Number, graph::BareGraph::Number>> ends;
  std::vector<GraphEdge> all;
  ends.reserve(num_edges(flow.graph));
  all.reserve(num_edges(flow.graph));
  for (const GraphEdge edge : boost::make_iterator_range(edges(flow.graph))) {
    ends.emplace_back(source(edge, flow.graph), target(edge, flow.graph));
    all.push_back(edge);
  }
  const graph::RedundantEdges found = graph::find_redundant(num_vertices(flow.graph), ends);
  for (std::size_t edge = 0; edge < all.size(); ++edge) flow.graph[all[edge]].redundant = found.redundant[edge] != 0;
  if (!found.exact) note_edges_kept(flow.request.name(), found, flow.diagnostics);
}

}  // namespace planbuilder::flow
