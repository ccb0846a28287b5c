// Types name other types in many places: each name must be one, whether a service uses the type or not.
#pragma once

#include "planbuilder/tosca/types/resolve_types.h"

namespace planbuilder::tosca {

/// Reports the names in requirement and capability definitions, interfaces and lists of valid types that are no types.
void check_type_names(const ResolvedTypes& types, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
