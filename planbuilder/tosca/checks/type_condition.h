// Conditions of TOSCA 2.0 are functions that give true or false: those of workflows, policies, substitution and node filters.
#pragma once

#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Types the condition, and reports what can be neither true nor false.
void type_condition(Value& condition, const TypingContext& typing, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
