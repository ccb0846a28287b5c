// A service template: its topology, the tags that describe regions, and the plans that are already there.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

void read_service_template(Reader& reader, Element element, Definitions& into);

}  // namespace planbuilder::tosca::xml
