// Which edges of an acyclic graph follow from others.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "planbuilder/flow/bare_graph.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

struct RedundantEdges {
  std::vector<char> redundant;  // by the place of the edge in the list
  bool exact = true;            // not every one was found: the order is too large and too entangled
  std::size_t vertices = 0;     // that were looked at
};

/// Says of a plan that not every one was found.
void note_edges_kept(const std::string& plan, const RedundantEdges& found, Diagnostics& diagnostics);

RedundantEdges find_redundant(std::size_t vertices, std::span<const std::pair<BareGraph::Number, BareGraph::Number>> edges);

}  // namespace planbuilder::flow
