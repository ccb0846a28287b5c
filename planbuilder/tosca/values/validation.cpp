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

namespace {

struct TypedExpression {
  Value expression;
  std::optional<Operand> result;
};

/// What is wrong for every value was reported; what is wrong for this one alone makes it invalid.
TypedExpression type_for(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context) {
  Operand operand = unknown_operand(context.types[type].primitive, type);
  operand.known = is_literal(value);
  if (operand.known) {
    operand.value = value;
    to_canonical(operand.value, type, context.types);
  }
  TypedExpression typed{validation, {}};
  Diagnostics unheard;
  typed.result = type_call(typed.expression, {}, {context, unheard, &operand});
  return typed;
}

/// Puts the value, or its parts, in the places of `$value`.
void put_in(const Value& value, Value& expression) {
  if (const Call* call = expression.call(); call != nullptr && call->function == "$value") {
    const Value* part = &value;
    for (const Value& step : call->arguments) part = part == nullptr ? nullptr : find_part(*part, to_text(step));
    if (part != nullptr) expression = Value(*part);
  } else if (call != nullptr) {
    for (Value& argument : std::get<Call>(expression.data).arguments) put_in(value, argument);
  } else if (List* list = std::get_if<List>(&expression.data)) {
    for (Value& item : *list) put_in(value, item);
  }
}

}  // namespace

Value rest_of(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context) {
  TypedExpression typed = type_for(validation, value, type, context);
  if (!typed.result || typed.result->known || !is_literal(value)) return {};
  put_in(value, typed.expression);
  return std::move(typed.expression);
}

bool holds(const Value& validation, const Value& value, ValueTypeId type, const TypingContext& context) {
  const auto result = type_for(validation, value, type, context).result;
  if (!result) return false;
  const bool* truth = result->value.get_if<bool>();
  return truth == nullptr || *truth;
}

}  // namespace planbuilder::tosca
