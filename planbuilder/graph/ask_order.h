// Many questions of the kind "does this vertex reach that one", all answered exactly.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::graph {

using Ends = std::pair<BareGraph::Number, BareGraph::Number>;

/// One answer per question, 1 for yes. The graph is acyclic; every vertex reaches itself.
std::vector<char> ask_order(const BareGraph& graph, std::span<const Ends> questions);

}  // namespace planbuilder::graph
