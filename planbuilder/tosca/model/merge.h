// How a descendant or a template adds to what it inherits: interfaces, and all members of types.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/merge_definitions.h"

namespace planbuilder::tosca {

/// Interfaces and operations are merged, not replaced: an own operation may say only what is new.
void refine_interfaces(std::vector<Interface>& inherited, const std::vector<Interface>& own);

/// All that a type inherits refined by its own members, and those by the ones that follow: by descendants, one after the
/// other. Takes as long as there are members, however many follow.
void refine_members(TypeMembers& inherited, const std::vector<const TypeMembers*>& own);

}  // namespace planbuilder::tosca
