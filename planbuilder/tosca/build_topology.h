// From templates to nodes and relationships: types looked up, requirements fulfilled.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/resolve_types.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::tosca {

/// Nodes and relationships of the service; what cannot be resolved is reported and left out.
Topology build_topology(ServiceTemplate service, Types types, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
