// The service as the planner sees it: `planbuilder dump --stage topology`.
#pragma once

#include "planbuilder/support/source.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// Interfaces are those of the type with what the template adds; of the types themselves only the names are shown.
Value dump_topology(const Topology& topology, const Sources& sources);

}  // namespace planbuilder::tosca
