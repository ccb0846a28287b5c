// Names without a prefix: in the default namespace where something has that name, else in the target namespace.
#pragma once

#include "planbuilder/tosca/xml/catalog.h"

namespace planbuilder::tosca::xml {

/// Replaces every `{default}{target}local` by one name, now that all files are known.
void resolve_references(std::vector<DefinitionsFile>& files, const Catalog& catalog);

}  // namespace planbuilder::tosca::xml
