// Declares plans in the service template of a definitions file in XML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::pack {

/// One `Plan` per plan and target, and an operation at the boundary per plan. The text is changed where something is added (or
/// replaced, when that is wanted) and nowhere else, which is proven before it is returned. Nothing after a warning that says why
/// not. `sources` has the file under its path in the archive.
std::optional<DeclaredFile> declare_in_xml(const Sources& sources, FileId file, const std::vector<PlanTarget>& targets,
                                           Existing existing, Diagnostics& diagnostics);

}  // namespace planbuilder::pack
