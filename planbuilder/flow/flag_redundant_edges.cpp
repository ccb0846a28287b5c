#include "planbuilder/flow/order_passes.h"
#include "planbuilder/graph/find_redundant.h"
#include "planbuilder/support/text.h"

namespace planbuilder::flow {

bool flag_redundant_edges(AbstractPlan& plan, Diagnostics& diagnostics) {
  using Number = graph::BareGraph::Number;
  std::vector<std::pair<Number, Number>> ends;
  std::vector<Edge*> edges;
  ends.reserve(plan.edges.size());
  edges.reserve(plan.edges.size());
  for (Edge& edge : plan.edges) {
    if (edge.failure_of.present()) continue;  // what something failed for, and what did not fail, say nothing of each other
    ends.emplace_back(static_cast<Number>(edge.from.index()), static_cast<Number>(edge.to.index()));
    edges.push_back(&edge);
  }
  const graph::RedundantEdges found = graph::find_redundant(plan.activities.size(), ends);
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i]->redundant = found.redundant[i] != 0;
  if (!found.exact) {
    diagnostics.note(Code::edges_kept, {},
                     "the " + plan.name + " plan has " + count_of(found.vertices, "activity") +
                         " in an entangled order: some edges that follow from others are kept, which does no harm");
  }
  return found.exact;
}

}  // namespace planbuilder::flow
