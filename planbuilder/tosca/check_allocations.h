// What relationships take of a capability's properties must be there to be taken.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/resolve_types.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::tosca {

/// Gives the amounts their types; reports what is no amount, and what is taken more than there is, as far as it is known.
void check_allocations(Topology& topology, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
