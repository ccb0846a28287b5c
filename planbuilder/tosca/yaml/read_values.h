// Values and parameter definitions.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// A value with its function calls recognised. Plain scalars stay text until their type is known.
Value read_value(Reader& reader, Node node);

Reference read_reference(Reader& reader, Node node, std::string_view what);

/// `name: value`.
Assignment read_assignment(Reader& reader, Node key, Node value);
std::vector<Assignment> read_assignments(Reader& reader, Node map, std::string_view what);

/// `name: {type, default, ...}`.
ParameterDefinition read_property(Reader& reader, Node key, Node value);
ParameterDefinition read_attribute(Reader& reader, Node key, Node value);
/// Of an interface: a definition, or a bare value that is assigned.
ParameterDefinition read_interface_member(Reader& reader, Node key, Node value);
/// An input or output: as a property, but its type may be left open, and it may have a value.
ParameterDefinition read_parameter(Reader& reader, Node key, Node value);

/// An input of an operation: a definition where types are defined, a bare value elsewhere; both occur in both places.
ParameterDefinition read_operation_input(Reader& reader, Node key, Node value);

}  // namespace planbuilder::tosca::yaml
