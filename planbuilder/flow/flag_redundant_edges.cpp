#include "planbuilder/flow/find_redundant.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

void flag_redundant_edges(Flow& flow) {
  std::vector<std::pair<BareGraph::Number, BareGraph::Number>> ends;
  std::vector<GraphEdge> all;
  ends.reserve(num_edges(flow.graph));
  all.reserve(num_edges(flow.graph));
  for (const GraphEdge edge : boost::make_iterator_range(edges(flow.graph))) {
    ends.emplace_back(source(edge, flow.graph), target(edge, flow.graph));
    all.push_back(edge);
  }
  const RedundantEdges found = find_redundant(num_vertices(flow.graph), ends);
  for (std::size_t edge = 0; edge < all.size(); ++edge) flow.graph[all[edge]].redundant = found.redundant[edge] != 0;
  if (found.exact) return;
  flow.diagnostics.note(Code::edges_kept, {},
                        "the " + flow.request.name() + " plan has " + count_of(found.vertices, "activity") +
                            " in an entangled order: some edges that follow from others are kept, which does no harm");
}

}  // namespace planbuilder::flow
