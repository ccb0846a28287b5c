// Values in the plan document: literals as JSON has them, and expressions, in which a key $f is a call of f.
#pragma once

#include "planbuilder/plan/expression.h"
#include "planbuilder/plan/json_reader.h"

namespace planbuilder::plan {

Expression read_literal(JsonReader& json);
Expression read_expression(JsonReader& json);
/// Formulas may stand in it too.
Expression read_condition(JsonReader& json);

}  // namespace planbuilder::plan
