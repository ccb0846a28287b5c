// Thrown deep inside a target by what cannot be written in its language; it ends inside the target, as a diagnostic (problems.h).
#pragma once

#include <stdexcept>
#include <string>

#include "planbuilder/support/source.h"

namespace planbuilder::emit {

struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
  EmitError(const std::string& what, SourceRange where) : std::runtime_error(what), at(where) {}
  SourceRange at = {};  // where in the model, if that is known
};

}  // namespace planbuilder::emit
