// Interfaces with their operations.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

Interface read_interface(Reader& reader, Node key, Node value);
std::vector<Interface> read_interfaces(Reader& reader, Node map);

/// An event of the service as a whole: an operation without an interface.
Operation read_service_event(Reader& reader, Node key, Node value);

/// The primary artifact of an implementation, in the short or the extended notation.
std::optional<Artifact> read_primary_artifact(Reader& reader, Node node);

/// An interface type: its operations stand beside its other keynames up to 1.2, below `operations` from 1.3 on.
void read_interface_type(Reader& reader, Node value, TypeDefinition& into);

}  // namespace planbuilder::tosca::yaml
