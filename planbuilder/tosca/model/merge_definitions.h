// How definitions of properties, attributes and inputs refine those of their name that are inherited.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

/// A definition that leaves its type out keeps all that it does not say anew.
ParameterDefinition refined_definition(const ParameterDefinition& inherited, const ParameterDefinition& own);
/// A bare value assigns to the definition that is there; a definition replaces it.
ParameterDefinition refined_input(const ParameterDefinition& inherited, const ParameterDefinition& own);

void refine_definitions(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own);

}  // namespace planbuilder::tosca
