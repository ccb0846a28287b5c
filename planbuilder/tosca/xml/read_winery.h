// Winery's own way to list the properties of a type: keys with types, in an element of its namespace.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

/// `winery:PropertiesDefinition`. An extension: what is not known in it is ignored.
void read_winery_properties(Reader& reader, Element element, TypeDefinition& into);

}  // namespace planbuilder::tosca::xml
