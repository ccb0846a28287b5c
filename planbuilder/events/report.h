// What a run shows about a model, before there is a plan.
#pragma once

#include "planbuilder/events/scenario.h"

namespace planbuilder::events {

/// Reports machines that get stuck or never rest, triggers that reach nobody, and events that are sent too early to be planned
/// so.
void report_run(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics);

}  // namespace planbuilder::events
