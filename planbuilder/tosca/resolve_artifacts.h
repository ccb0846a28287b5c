// Finds the files that artifacts name, and gives XML operations their implementations.
#pragma once

#include <vector>

#include "csar/archive.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/read_files.h"

namespace planbuilder::tosca {

/// XML says apart from a type which artifact implements its operations. Of several the first is taken.
void attach_implementations(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

/// Makes file names relative to the root: they are looked for beside the file that names them, then from the root.
void resolve_artifacts(std::vector<DefinitionsFile>& files, const csar::Archive& archive, const Sources& sources);

}  // namespace planbuilder::tosca
