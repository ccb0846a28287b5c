// Regions that scale: by policies, the Simple Profile's or planbuilder's own, by scalable nodes, by
// counts, and by the tags of an XML service template. planbuilder/flow/scaling.md tells about them.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

std::vector<Region> find_regions(const Topology& topology, const ServiceTemplate& service, const TypeNames& names,
                                 Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
