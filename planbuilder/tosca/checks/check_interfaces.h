// TOSCA 2.0: what types of nodes and relationships say of their interfaces, against the interface types.
#pragma once

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Reports interfaces without a type or of one that the parent does not allow, events that the interface type does not
/// define, inputs of another type, and outputs that no attribute takes.
void check_interfaces(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
