// Which types a service needs: those of its templates, and all that these are made of.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/types/resolve_types.h"

namespace planbuilder::tosca {

/// By type, not 0 where it is needed. What the entry file defines is needed, whether a template is of it or not.
IdVector<TypeId, std::uint8_t> needed_types(const std::vector<DefinitionsFile>& files, const ResolvedTypes& resolved);

}  // namespace planbuilder::tosca
