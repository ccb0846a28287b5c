// The topology template: inputs, nodes, relationships, policies, outputs.
#pragma once

#include "planbuilder/tosca/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

ServiceTemplate read_topology_template(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
