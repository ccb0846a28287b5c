// What templates refer to by name: operations of interfaces, members of groups, targets of policies, steps of
// workflows, ends of substitution mappings.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

void check_service(const Topology& topology, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
