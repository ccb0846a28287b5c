// Boundary definitions: how a service looks from outside.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

Boundary read_boundary(Reader& reader, Element element);

}  // namespace planbuilder::tosca::xml
