// Substitution mappings: how a service stands for a node in another one.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

SubstitutionMapping read_substitution(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
