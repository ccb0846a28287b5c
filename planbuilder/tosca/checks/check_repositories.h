// TOSCA 2.0: repositories share one space of names with those of the files that are imported without a namespace.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca {

/// Reports repositories that an imported file defines too.
void check_repositories(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
