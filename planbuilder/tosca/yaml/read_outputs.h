// The outputs of operations, notifications and handlers.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// What outputs are stored in: `name: [SELF, attribute]`. Definitions of outputs are checked, and say nothing about that.
std::vector<OutputAssignment> read_outputs(Reader& reader, Node node, std::string_view what);

}  // namespace planbuilder::tosca::yaml
