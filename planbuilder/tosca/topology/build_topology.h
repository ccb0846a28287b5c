// From templates to nodes and relationships: types looked up, requirements fulfilled.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/limits.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Nodes and relationships of the service, in which nothing is a copy any more (copy_templates.h); what cannot be resolved is
/// reported and left out.
Topology build_topology(ServiceTemplate service, Types types, const TypeNames& names, const Limits& limits,
                        Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
