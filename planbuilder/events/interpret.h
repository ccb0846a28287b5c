// Runs the state machines of a service once: an event comes in, and what follows from it follows.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "planbuilder/events/run.h"

namespace planbuilder::events {

/// What starts a run.
struct Start {
  std::optional<ReceiverId> event;           // of the service
  std::string send;                          // else: the event of this name goes to every node that has it
  const std::vector<char>* scope = nullptr;  // by entity: only these get it; none: all
};

struct RunOptions {
  Mode mode = Mode::strict;
  std::set<ReceiverId> failing = {};
  const DataNeeds* needs = nullptr;  // an event waits for values that it reads, if they come at all
};

/// The state is that of before, and then that of after.
Run interpret(Model& model, State& state, const Start& start, const RunOptions& options = {});

}  // namespace planbuilder::events
