// The type sections of a definitions file.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// All types of one section (`node_types: {...}`), appended.
void read_types(Reader& reader, Node section, TypeKind kind, std::vector<TypeDefinition>& into);

}  // namespace planbuilder::tosca::yaml
