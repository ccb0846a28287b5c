// The order that the steps of a workflow ask for.
#pragma once

#include <vector>

#include "planbuilder/flow/workflow/join_parts.h"
#include "planbuilder/flow/workflow/scope.h"
#include "planbuilder/flow/workflow/step_graph.h"

namespace planbuilder::flow {

/// Edges between the parts of steps: from all whose success a step waits for, and from those of whose failures one is enough.
void join_steps(Flow& flow, const Scope& scope, const StepGraph& graph, const std::vector<Parts>& steps);

}  // namespace planbuilder::flow
