// Holds a filled plan against its order: whatever a step reads, or gives attributes to, is there when the step runs.
#pragma once

#include "planbuilder/flow/abstract_plan.h"
#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// What is read before it is made, or after it is gone, is an error. Only of a property that can be computed without its
/// instance, as it is by inputs alone, the plan gets the computation instead; likewise of one that is secret. `plan` is
/// `abstract`, filled; its inputs are not looked for yet.
void check_inputs(plan::Plan& plan, const flow::AbstractPlan& abstract, Surroundings& around, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
