// Node filters of requirements in TOSCA 2.0: conditions on the nodes that may fulfil them.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Reports filters in the requirements of node types that are no conditions.
void check_filters(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics);

/// The same of the requirements that node templates assign.
void check_filters(const ServiceTemplate& service, ValueTypes& value_types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
