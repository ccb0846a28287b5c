// How the state machines of a service are run.
#pragma once

#include <string>

#include "planbuilder/events/run.h"

namespace planbuilder::events {

struct Options {
  Mode mode = Mode::strict;
  std::string send = {};     // this event to every node, instead of an event of the service
  std::string desired = {};  // the state that everything must come to rest in, where the model does not say
};

}  // namespace planbuilder::events
