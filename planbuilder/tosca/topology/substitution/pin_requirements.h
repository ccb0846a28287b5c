// Writes down which node fulfils each requirement, so that the choice outlives changes around it.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// `topology` is what was built of the service. What was chosen by a type, a filter or by silence is now named.
void pin_requirements(ServiceTemplate& service, const Topology& topology);

}  // namespace planbuilder::tosca
