// Which nodes with a count belong together: each representation of one leads to the representation of another with its index.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// The node first, then those that are there equally often and joined to it, in any number of links, by `[node, $node_index]`.
std::vector<NodeId> counted_together(const Topology& topology, NodeId node);

/// A value of the node takes an entry of an input by the index: for one more than the count says there is none.
bool picks_from_inputs(const Topology& topology, NodeId node);

}  // namespace planbuilder::tosca
