// Finds the files that artifacts name, and gives XML operations their implementations.
#pragma once

#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::csar {
class Archive;
}

namespace planbuilder::tosca {

/// Joins what XML says apart from types and templates: implementations with their artifacts, and names across files.
void attach_implementations(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

/// Makes file names relative to the root: they are looked for beside the file that names them, then from the root.
/// A folder with patterns stands for the files in it that they match.
void resolve_artifacts(std::vector<DefinitionsFile>& files, const csar::Archive& archive, const Sources& sources);

}  // namespace planbuilder::tosca
