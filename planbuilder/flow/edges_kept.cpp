#include "planbuilder/flow/edges_kept.h"

namespace planbuilder::flow {

void note_edges_kept(const std::string& plan, const graph::RedundantEdges& found, Diagnostics& diagnostics) {
  diagnostics.note(Code::edges_kept, {},
                   "the " + plan + " plan has " + count_of(found.vertices, "activity") +
                       " in an entangled order: some edges that follow from others are kept, which does no harm");
}

}  // namespace planbuilder::flow
