// The functions that a file or a service template defines.
#pragma once

#include <vector>

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

std::vector<FunctionDefinition> read_functions(Reader& reader, Node node);
/// Those of a service template, which may refine others: a signature may be left empty.
std::vector<FunctionDefinition> read_service_functions(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
