// From a run and its causes to the abstract plan: an activity per event that was handled.
#pragma once

#include "planbuilder/events/scenario.h"

namespace planbuilder::events {

/// Nothing when the order would have a cycle, which is reported. Of a shipped life cycle, events for which nothing is called are
/// folded.
std::optional<flow::AbstractPlan> assemble(const Model& model, const Run& run, const std::vector<Cause>& causes,
                                           const Scenario& scenario, const flow::PlanRequest& request, const Options& options,
                                           Diagnostics& diagnostics);

}  // namespace planbuilder::events
