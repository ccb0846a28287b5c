// Substitution mappings: how a service stands for a node in another one.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

SubstitutionMapping read_substitution(Reader& reader, Node node);

/// Up to 1.3 `property: word` is a constant, as descriptors of ETSI NFV have it; but many write the name of an input so. To be
/// called when the inputs are read.
void settle_constants(const Reader& reader, ServiceTemplate& service);

}  // namespace planbuilder::tosca::yaml
