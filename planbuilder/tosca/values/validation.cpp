#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/values/amounts.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

bool is_sound(const Value& validation, ValueTypeId type, ValueTypes& types, Diagnostics& diagnostics) {
  const Operand any_value = unknown_operand(types[type].primitive, type);
  Value expression = validation;
  const auto result = type_call(expression, {}, {{types}, diagnostics, &any_value});
  if (!result) return false;
  if (result->kind == Primitive::boolean || result->kind == Primitive::any) return true;
  diagnostics.error(
      Code::bad_constraint, validation.at,
      "a validation must be true or false, but " + render_call(validation) + " gives " + describe(kind(result->kind)));
  return false;
}

bool holds(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context) {
  ValueTypes& types = context.types;
  Operand operand = unknown_operand(types[type].primitive, type);
  operand.known = is_literal(value);
  if (operand.known) {
    operand.value = value;
    to_canonical(operand.value, type, types);
  }
  Value expression = validation;
  Diagnostics unheard;  // what is wrong for every value was reported; what is wrong for this one alone makes it invalid
  const auto result = type_call(expression, {}, {context, unheard, &operand});
  if (!result) return false;
  const bool* truth = result->value.get_if<bool>();
  return truth == nullptr || *truth;
}

}  // namespace planbuilder::tosca
