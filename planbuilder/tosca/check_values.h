// Every value of a service: typed by its definition, its functions followed, required ones there.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/functions/function_names.h"
#include "planbuilder/tosca/resolve_types.h"
#include "planbuilder/tosca/topology.h"

namespace planbuilder::tosca {

/// Gives all plain scalars their type, of the types' defaults too. Reports what does not fit its definition, and
/// properties that are unknown or missing.
void settle_values(Topology& topology, const TypeNames& names, const FunctionNames& functions, Diagnostics& diagnostics);

/// Reports functions that lead nowhere.
void check_values(const Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
