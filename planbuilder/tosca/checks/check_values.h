// Every value of a service: typed by its definition, its functions followed, required ones there.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Gives all plain scalars of the service their type. Reports what does not fit its definition, and properties that are
/// unknown or missing.
void type_values(Topology& topology, ValueTypes& types, Diagnostics& diagnostics);

/// Reports functions that lead nowhere.
void check_values(const Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
