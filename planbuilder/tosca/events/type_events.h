// The values that the event grammar sets and compares get their types, and names of attributes must exist.
#pragma once

#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Attributes of interfaces that have no default start as `initial` where their type takes that. What is wrong is
/// reported once, however many types inherit it.
void type_events(Topology& topology, ValueTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
