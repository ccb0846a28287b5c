// The topology template: inputs, nodes, relationships, policies, outputs.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

ServiceTemplate read_topology_template(Reader& reader, Node node);

/// Policies and workflows that stand beside the topology template, with a warning.
void read_misplaced(Reader& reader, Node root, ServiceTemplate& into);

}  // namespace planbuilder::tosca::yaml
