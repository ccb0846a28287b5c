// TOSCA 2.0: types, functions and repositories share their spaces of names with files that are imported without a namespace.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca {

/// Reports names that stand for two things in a file: its own and an imported one, or two imported ones. What is imported over
/// several ways is one thing.
void check_imported_names(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
