// Mappings of a requirement to several selected nodes, written as one mapping to each (TOSCA 2.0, 15.5).
#pragma once

#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// `[a, b]` is a node and its requirement, or two selected nodes: only the types tell.
void write_out_selected_targets(ServiceTemplate& service, const Types& types, const TypeNames& names);

}  // namespace planbuilder::tosca
