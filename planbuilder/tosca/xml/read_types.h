// The types of a definitions file: what node, relationship, requirement, capability, artifact and policy types say.
#pragma once

#include "planbuilder/tosca/xml/reader.h"

namespace planbuilder::tosca::xml {

void read_node_type(Reader& reader, Element element, Definitions& into);
void read_relationship_type(Reader& reader, Element element, Definitions& into);
void read_requirement_type(Reader& reader, Element element, Definitions& into);
void read_capability_type(Reader& reader, Element element, Definitions& into);
void read_artifact_type(Reader& reader, Element element, Definitions& into);
void read_policy_type(Reader& reader, Element element, Definitions& into);

}  // namespace planbuilder::tosca::xml
