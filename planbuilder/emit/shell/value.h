// Expressions for the shell: a value becomes a sequence of calls to the runtime, each of which appends to it.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/expression.h"

namespace planbuilder::emit {

/// One command per line, such as `value_text 'http://'`. An empty value needs none. Throws EmitError for a function
/// that the runtime does not have.
std::vector<std::string> shell_value(const plan::Expression& value);

}  // namespace planbuilder::emit
