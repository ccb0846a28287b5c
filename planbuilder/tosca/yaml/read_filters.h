// Node filters: what a node must be like to fulfil a requirement.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

NodeFilter read_node_filter(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
