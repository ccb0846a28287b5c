// The outputs of operations, notifications and handlers.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

struct Outputs {
  std::vector<OutputAssignment> mapped;      // what outputs are stored in: `name: [SELF, attribute]`
  std::vector<ParameterDefinition> defined;  // what they are: `name: {type: string}`
};
Outputs read_outputs(Reader& reader, Node node, std::string_view what);

}  // namespace planbuilder::tosca::yaml
