// Which state machines rest where they should not, and why.
#pragma once

#include "planbuilder/events/scenario.h"

namespace planbuilder::events {

/// Reports those that are not in the desired state. Where nobody said which that is, it is the one that the entity with the most
/// operations came to, among those with the same type of interface.
void report_stuck(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics);

}  // namespace planbuilder::events
