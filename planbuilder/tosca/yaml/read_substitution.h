// Substitution mappings: how a service stands for a node in another one.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

SubstitutionMapping read_substitution(Reader& reader, Node node);

/// 1.x: what stands for a property and is no input is a value, which a node must have to be substituted.
void settle_substitution(SubstitutionMapping& mapping, const std::vector<ParameterDefinition>& inputs);

}  // namespace planbuilder::tosca::yaml
