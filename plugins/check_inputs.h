// Holds a filled plan against its order: whatever a step reads is there when the step runs.
#pragma once

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::plugins {

/// An error for each value that is read before it is made, or after it is gone. `plan` is `abstract`, filled.
void check_inputs(const plan::Plan& plan, const flow::AbstractPlan& abstract, const tosca::Topology& topology,
                  Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
