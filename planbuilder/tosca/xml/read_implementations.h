// What implements types, and the files for it: implementations, artifact templates, policy templates.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

void read_node_type_implementation(Reader& reader, Element element, Definitions& into);
void read_relationship_type_implementation(Reader& reader, Element element, Definitions& into);
void read_artifact_template(Reader& reader, Element element, Definitions& into);
void read_policy_template(Reader& reader, Element element, Definitions& into);

}  // namespace planbuilder::tosca::xml
