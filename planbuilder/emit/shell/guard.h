// The guard of a plan for the shell: what must hold when a run begins, as functions that the runtime asks for each instance.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/plan/expression.h"

namespace planbuilder::emit {

struct ShellGuard {
  std::string function;
  std::string condition;  // a command that succeeds if it holds
  std::string words;      // for people
  plan::Entity of;        // it must hold for each instance of this one; without an id it reads none
};

/// Each part of a conjunction on its own, so that it is asked for the instances of the entity that it reads first. Throws
/// EmitError.
std::vector<ShellGuard> guards_of(const plan::Expression& guard);

}  // namespace planbuilder::emit
