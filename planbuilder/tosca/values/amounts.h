// Amounts inside of typed values: as numbers in their canonical unit, which functions work on, and as they are written.
#pragma once

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// From a typed value to one with its amounts as numbers, and back; inside of collections too.
void to_canonical(Value& value, ValueTypeId type, ValueTypes& types);
void from_canonical(Value& value, ValueTypeId type, ValueTypes& types);

}  // namespace planbuilder::tosca
