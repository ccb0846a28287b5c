// What derived types of 2.0 say of inherited capabilities, requirements and valid types: only what narrows it.
#pragma once

#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Properties, attributes and inputs are checked with their types (check_types.h).
void check_refinements(const Types& types, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
