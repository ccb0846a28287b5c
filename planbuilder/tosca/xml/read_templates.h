// The topology template of a service: its nodes, its relationships, and the policies on nodes.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

/// Fills the service template of the definitions, which must be there.
void read_topology_template(Reader& reader, Element element, Definitions& into);

}  // namespace planbuilder::tosca::xml
