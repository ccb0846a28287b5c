// Secrets that a model writes out: no plan repeats them, a run asks for them.
#pragma once

#include <map>
#include <string>

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// What the model says, by the name of the input that runs ask for: of a property NODE.PROPERTY, of what an operation alone is
/// given NODE.STEP.NAME.
using LiteralSecrets = std::map<std::string, plan::Expression>;

/// The literals of all that is secret become inputs of the plan, and secret inputs have no default any more. `secrets` gets the
/// values. Each is a warning: who can read the model knows it.
void leave_out_secrets(Surroundings& around, plan::Plan& plan, LiteralSecrets& secrets, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
