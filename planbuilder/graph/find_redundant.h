// Which edges of an acyclic graph follow from others.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "planbuilder/graph/bare_graph.h"

namespace planbuilder::graph {

struct RedundantEdges {
  std::vector<char> redundant;  // by the place of the edge in the list
  bool exact = true;            // not every one was found: the order is too large and too entangled
  std::size_t vertices = 0;     // that were looked at
};

RedundantEdges find_redundant(std::size_t vertices, std::span<const std::pair<BareGraph::Number, BareGraph::Number>> edges);

}  // namespace planbuilder::graph
