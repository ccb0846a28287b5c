// Plain scalars get their type: what `1.0` is depends on whether a string, a version or a number is wanted.
#pragma once

#include <string>
#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

/// What a value is, for messages: "the property 'port'". Texts are made only when there is something to say.
struct Subject {
  std::string_view what;
  std::string_view name = {};
};

std::string to_string(const Subject& subject);

/// Types every plain scalar inside the value by the type that is wanted; where there is none, by how YAML itself reads it.
/// What does not fit its type or its constraints is reported, each part once. Function calls are computed where their
/// arguments are known, and checked against the type where not.
void type_value(Value& value, ValueTypeId type, const Subject& subject, ValueTypes& types, Diagnostics& diagnostics);

/// As type_value, but without constraints and validations: is it a value of such a type at all?
void type_shape(Value& value, ValueTypeId type, ValueTypes& types, Diagnostics& diagnostics);

/// Types the default and the value of a definition; `what` it is, "the property".
void type_definition(ParameterDefinition& definition, ValueTypeId type, std::string_view what, ValueTypes& types,
                     Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
