// The definitions of types: their defaults typed, and refinements checked against what they refine.
#pragma once

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Looks at the own members of each type only; what is inherited was looked at where it stands. Constraints of what is
/// refined add up by themselves.
void check_types(Types& types, ValueTypes& value_types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
