// Values as they are written, and references to what has a name.
#pragma once

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// A value with its function calls recognised. Plain scalars stay text until their type is known.
Value read_value(Reader& reader, Node node);

bool is_function_call(const Reader& reader, Node node);
/// In 2.0 a first `$` is doubled where it is meant as such.
std::string read_unescaped(const Reader& reader, std::string_view text);

Reference read_reference(Reader& reader, Node node, std::string_view what);

/// `name: value`.
Assignment read_assignment(Reader& reader, Node key, Node value);
std::vector<Assignment> read_assignments(Reader& reader, Node map, std::string_view what);

}  // namespace planbuilder::tosca::yaml
