// Scale-out regions: from policies of planbuilder's own type, or from the tags of an XML service template.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

std::vector<Region> find_regions(const Topology& topology, const ServiceTemplate& service, const TypeNames& names,
                                 Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
