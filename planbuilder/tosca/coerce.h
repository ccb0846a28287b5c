// Plain scalars get their type: what `1.0` is depends on whether a string, a version or a number is wanted.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/definitions.h"

namespace planbuilder::tosca {

/// Settles every plain scalar inside the value by the schema; where there is none, by how YAML itself reads it.
/// A value that does not fit its type is reported; `what` names it in the message.
void coerce(Value& value, const Schema& schema, std::string_view what, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
