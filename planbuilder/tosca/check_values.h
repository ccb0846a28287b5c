// Every value of a service: typed by its definition, its functions followed, required ones there.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::tosca {

/// Gives all plain scalars their type, of the types' defaults too.
void settle_values(Topology& topology, Diagnostics& diagnostics);

/// Reports unknown and missing properties, and functions that lead nowhere.
void check_values(const Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
