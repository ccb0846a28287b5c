// From the type definitions of all files to types that know their ancestors, and what of them they refine.
#pragma once

#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/model/types.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

struct ResolvedTypes {
  Types types;
  TypeNames names;
};

ResolvedTypes resolve_types(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
