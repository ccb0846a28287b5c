// The order of a plan as a graph: Boost.Graph, seen only by the passes that walk it.
#pragma once

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/range/iterator_range.hpp>

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

struct EdgeNumber {
  std::uint32_t number = 0;  // of the edge in the plan
};

/// Vertices are the activities by number. The edges of a vertex stand in the order in which they were added to the plan.
using OrderGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, EdgeNumber, boost::no_property,
                                                      std::uint32_t, std::uint32_t>;
using Vertex = boost::graph_traits<OrderGraph>::vertex_descriptor;
using GraphEdge = boost::graph_traits<OrderGraph>::edge_descriptor;

/// To be made when all edges are there: it is compact, and not for adding to.
OrderGraph graph_of(const AbstractPlan& plan);

}  // namespace planbuilder::flow
