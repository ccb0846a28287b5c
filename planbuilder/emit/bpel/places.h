// Which lines of a process are which activity or step.
#pragma once

#include <vector>

#include "planbuilder/plan/place.h"
#include "planbuilder/support/output.h"

namespace planbuilder::emit::bpel {

/// Scopes are called after activities and steps, and nothing of a model can look like one: its texts are escaped.
std::vector<plan::Place> find_places(const plan::Plan& plan, const OutputFile& process);

}  // namespace planbuilder::emit::bpel
