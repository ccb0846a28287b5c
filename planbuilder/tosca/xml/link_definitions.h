// What only XML says, joined across files: names, capabilities of requirements, policies, inputs; and its own rules checked.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/xml/catalog.h"

namespace planbuilder::tosca::xml {

/// After this the definitions hold what those of other languages hold. Implementations are attached apart.
void link_definitions(std::vector<DefinitionsFile>& files, const Catalog& catalog, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::xml
