// Definitions of properties, attributes and parameters.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// `name: {type, default, ...}`.
ParameterDefinition read_property(Reader& reader, Node key, Node value);
ParameterDefinition read_attribute(Reader& reader, Node key, Node value);
/// Of an interface: a definition, or a bare value that is assigned.
ParameterDefinition read_interface_member(Reader& reader, Node key, Node value);
/// An input or output: as a property, but its type may be left open, and it may have a value.
ParameterDefinition read_parameter(Reader& reader, Node key, Node value);
/// Of a service: from 1.3 on an output may be its value alone, and in 2.0 an input the attribute that it is stored in.
ParameterDefinition read_outgoing(Reader& reader, Node key, Node value);
ParameterDefinition read_incoming(Reader& reader, Node key, Node value);

/// An input of an operation: a definition where types are defined, a bare value elsewhere; both occur in both places.
ParameterDefinition read_operation_input(Reader& reader, Node key, Node value);

}  // namespace planbuilder::tosca::yaml
