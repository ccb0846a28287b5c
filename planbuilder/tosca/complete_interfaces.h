// What interface types say of the inputs of operations, put into the types of nodes and relationships that have them.
#pragma once

#include "planbuilder/tosca/resolve_types.h"

namespace planbuilder::tosca {

/// Operations without inputs are not repeated: the interface type tells that they are there.
void complete_interfaces(ResolvedTypes& types);

}  // namespace planbuilder::tosca
