// Types that services use get all that they inherit.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Completes the types of all templates, and those of their capabilities, relationships and interfaces; where types tell of
/// events all types that can have them, unless that were too much (driver/limits.md). Data types are left as they are: their
/// properties are known to ValueTypes.
void inherit(Types& types, const TypeNames& names, const std::vector<DefinitionsFile>& files);

}  // namespace planbuilder::tosca
