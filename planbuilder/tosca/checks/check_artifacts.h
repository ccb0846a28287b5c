// TOSCA 2.0: artifacts against their types.
#pragma once

#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// Reports artifacts of types that do not exist, and properties that do not fit the type of their artifact. The services
/// must still be in their files.
void check_artifacts(const std::vector<DefinitionsFile>& files, const Types& types, ValueTypes& value_types,
                     Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
