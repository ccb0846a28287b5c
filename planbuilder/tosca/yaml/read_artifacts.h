// Artifacts: what implements operations, and what nodes bring along.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

Artifact read_artifact(Reader& reader, Node key, Node value);

/// A file name, or an artifact definition.
Artifact read_implementation_artifact(Reader& reader, Node node);

}  // namespace planbuilder::tosca::yaml
