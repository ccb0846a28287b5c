// Declares plans as workflows in the service template of a definitions file in YAML.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::pack {

/// One workflow per plan, with the file of the target that suits best as its implementation. The text is changed where something
/// is added (or replaced, when that is wanted) and nowhere else, which is proven before it is returned. Nothing after a message
/// that says why not: versions before 1.3 have no such workflows. `sources` has the file under its path in the archive.
std::optional<DeclaredFile> declare_in_yaml(const Sources& sources, FileId file, const tosca::yaml::Limits& limits,
                                            const std::vector<PlanTarget>& targets, Existing existing, Diagnostics& diagnostics);

}  // namespace planbuilder::pack
