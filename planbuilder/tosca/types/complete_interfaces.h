// Interfaces get what their interface types say: operations, notifications, state, and the rules of their events.
#pragma once

#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Of node and relationship types, when these have inherited all they do. What a type says itself refines its interface type.
void complete_interfaces(Types& types, const TypeNames& names);

/// Of nodes and relationships whose template has an interface that the type does not have.
void complete_interfaces(Topology& topology, const TypeNames& names);

}  // namespace planbuilder::tosca
