// Triggers are checked against the types at design time: each event must have somebody who can receive it.
#pragma once

#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Works for a profile alone, without any service. Types that say nothing of what they can be joined with are open:
/// nothing is claimed about them.
void check_triggers(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
