// Finds in a topology what the running service reacts to.
#pragma once

#include "planbuilder/react/reactions.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::react {

/// In the order of the model: notifications of nodes, then those of relationships; triggers by policy. A trigger whose condition
/// cannot be judged when the service runs is left out, with a warning.
Reactions reactions_of(const tosca::Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::react
