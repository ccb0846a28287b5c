// From values of a model, in which functions are calls by name, to expressions of a plan.
#pragma once

#include "planbuilder/plan/expression.h"
#include "planbuilder/support/value.h"

namespace planbuilder::plan {

/// Calls that are left when a model was evaluated: those of formulas have the $ of TOSCA 2.0, and those that a run looks up or
/// puts together have none. All others are not callable.
Expression to_expression(const Value& value);
Expression to_expression(Value&& value);

/// The way back.
Value to_value(const Expression& expression);

}  // namespace planbuilder::plan
