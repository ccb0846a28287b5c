// Values in the plan document: literals as JSON has them, and expressions, in which a key $f is a call of f.
#pragma once

#include "planbuilder/plan/json_reader.h"
#include "planbuilder/support/value.h"

namespace planbuilder::plan {

Value read_literal(JsonReader& json);
Value read_expression(JsonReader& json);

}  // namespace planbuilder::plan
