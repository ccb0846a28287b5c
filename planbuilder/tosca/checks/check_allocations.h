// What relationships take of a capability's properties must be there to be taken.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Gives the amounts their types; reports what is no amount, and what is taken more than there is, as far as it is known.
void check_allocations(Topology& topology, ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
