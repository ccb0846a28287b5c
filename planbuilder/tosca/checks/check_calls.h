// What is given to properties and to the inputs of operations and workflows, checked against what they take.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// TOSCA 2.0: reports inputs that are unknown, missing or of another type, and calls whose results are.
/// For a topology whose values are typed.
void check_calls(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
