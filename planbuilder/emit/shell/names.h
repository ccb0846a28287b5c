// Names of the model as names of a shell script.
#pragma once

#include <string>
#include <string_view>

namespace planbuilder::emit {

/// The environment variable for an operation's input. An identifier stays as it is, unless it would change how
/// programs run, or would not arrive; then, and for all other names, it is INPUT_ and the name with `_HH` for every
/// byte that is no letter or digit. Two names never share a variable.
std::string input_variable(std::string_view name);

/// The name with `_` for all that is no letter or digit, of bounded length: readable, not unique.
std::string identifier_part(std::string_view name);

/// What the letters and digits of a secret's name match, in lower case.
std::string secret_names_pattern();

}  // namespace planbuilder::emit
