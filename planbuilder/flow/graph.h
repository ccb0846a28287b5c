// The graph under a plan: Boost.Graph, private to this folder.
#pragma once

#include <boost/graph/adjacency_list.hpp>

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

struct EdgeData {
  bool redundant = false;
  std::vector<Origin> origins;
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, Activity, EdgeData>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;
using GraphEdge = boost::graph_traits<Graph>::edge_descriptor;

/// Kahn's algorithm; of the activities that are ready the one declared first is next. Shorter than the
/// graph when there is a cycle.
std::vector<Vertex> topological_order(const Graph& graph);

}  // namespace planbuilder::flow
