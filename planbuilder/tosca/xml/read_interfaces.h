// Interfaces of node and relationship types.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

/// `Interfaces`, `SourceInterfaces` or `TargetInterfaces` with their children, added to those that are there.
void read_interfaces(Reader& reader, Element list, std::vector<Interface>& into);

}  // namespace planbuilder::tosca::xml
