// How the state machines of a service are run.
#pragma once

#include <functional>
#include <string>

#include "planbuilder/events/run.h"

namespace planbuilder::events {

struct Options {
  Mode mode = Mode::strict;
  std::string send = {};     // this event to every node, instead of an event of the service
  std::string desired = {};  // the state that everything must come to rest in, where the model does not say
  // Whether nothing is called for an event. Under a shipped life cycle, such events are no activities of their own. Nobody asked:
  // each is one.
  std::function<bool(const flow::Activity&)> calls_nothing = {};
};

}  // namespace planbuilder::events
