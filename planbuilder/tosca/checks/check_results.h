// What calls give, where the model tells: it must be there, and fit what it is for.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// TOSCA 2.0: reports calls that read parts which no such value has, results that do not fit their property, and values that
/// break a validation which reads other values. For a topology whose values are typed, and whose calls were followed.
void check_results(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
