// What interface types say of the inputs of operations, put into the types of nodes and relationships that have them.
#pragma once

#include "planbuilder/tosca/resolve_types.h"

namespace planbuilder::tosca {

/// For types that have all that they inherit. Operations without inputs are not repeated: the interface type tells that they are
/// there.
void complete_interfaces(Types& types, const TypeNames& names);

}  // namespace planbuilder::tosca
