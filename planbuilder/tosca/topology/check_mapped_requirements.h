// Requirements of a substituted node are mapped onto open requirements, and within their ranges (TOSCA 2.0, 15.5.4).
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// The topology has the nodes of the service, its requirements need not be fulfilled yet.
void check_mapped_requirements(const ServiceTemplate& service, const Topology& topology, const TypeNames& names,
                               Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
