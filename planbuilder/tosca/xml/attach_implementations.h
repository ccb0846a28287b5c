// Gives operations and nodes the artifacts that XML says apart from types.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/xml/catalog.h"

namespace planbuilder::tosca::xml {

/// Of several implementations of a type the one that implements most operations is taken, the first of equals;
/// the others serve operations that it leaves out.
void attach_implementations(std::vector<DefinitionsFile>& files, const Catalog& catalog, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::xml
