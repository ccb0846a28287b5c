// TOSCA 2.0: repositories and functions share their spaces of names with files that are imported without a namespace.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca {

/// Reports what an imported file defines too.
void check_imported_names(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
