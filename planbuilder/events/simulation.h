// One run of the state machines: the situation that it began in, what happened, and where all came to rest.
#pragma once

#include "planbuilder/events/scenario.h"

namespace planbuilder::events {

struct Simulation {
  Scenario scenario;
  State after;
  Run run;
  bool as_desired = false;  // it came to rest, and nothing is stuck
};

}  // namespace planbuilder::events
