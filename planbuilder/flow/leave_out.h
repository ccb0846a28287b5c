// Activities that are taken out of a plan while the order of the others stays.
#pragma once

#include <string>

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/graph/short_cuts.h"

namespace planbuilder::flow {

/// Leaves out what was taken out of the graph, whose vertices are the activities. `rule` is why there are edges past it. The
/// order is to be settled anew.
void leave_out(AbstractPlan& plan, const graph::ShortCuts& taken_out, const std::string& rule);

}  // namespace planbuilder::flow
