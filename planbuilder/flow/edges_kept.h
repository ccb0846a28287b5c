// Says of a plan that edges which follow from others are kept.
#pragma once

#include <string>

#include "planbuilder/graph/find_redundant.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::flow {

void note_edges_kept(const std::string& plan, const graph::RedundantEdges& found, Diagnostics& diagnostics);

}  // namespace planbuilder::flow
