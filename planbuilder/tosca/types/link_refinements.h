// A type that defines anew what an ancestor defines: each such definition knows the one whose place it takes.
#pragma once

#include "planbuilder/tosca/model/types.h"

namespace planbuilder::tosca {

/// Sets `refines` in the own definitions of all types, and adds to them what they leave out.
void link_refinements(Types& types);

}  // namespace planbuilder::tosca
