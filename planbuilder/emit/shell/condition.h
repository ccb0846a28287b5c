// Conditions for the shell: what must hold for an activity to be done becomes one command that succeeds or fails.
#pragma once

#include <string>

#include "planbuilder/plan/expression.h"

namespace planbuilder::emit {

/// `{ value_attribute ...; take_left; ... }`, joined by && and ||. Throws EmitError for a function that the runtime does not
/// have.
std::string shell_condition(const plan::Expression& condition);

}  // namespace planbuilder::emit
