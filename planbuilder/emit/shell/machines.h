// The machines that steps work on, and what is known of how they are reached before a plan runs.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/plan.h"

namespace planbuilder::emit {

/// One value that says how a machine is reached.
struct MachineHint {
  std::string_view what;           // container, connection or address
  std::vector<std::string> lines;  // commands that build the value
};

struct ShellMachine {
  std::string id;                  // of the node
  std::vector<MachineHint> hints;  // of one that the plan makes; what only a run learns is not among them
};

/// In the order of their ids.
std::vector<ShellMachine> find_machines(const plan::Plan& plan);

}  // namespace planbuilder::emit
