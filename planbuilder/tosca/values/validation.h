// Validations of TOSCA 2.0: expressions over `$value` that must be true for every value of a type.
#pragma once

#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// An expression that can be true or false for values of the type; what is wrong with it is reported.
bool is_sound(const Value& validation, ValueTypeId type, ValueTypes& types, Diagnostics& diagnostics);

/// True also where only a run can tell.
bool holds(const Value& validation, const Value& value, ValueTypeId type, ValueTypes& types);

}  // namespace planbuilder::tosca
