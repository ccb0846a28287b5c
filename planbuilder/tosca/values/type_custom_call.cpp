#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

/// The argument at a position: a named one, an optional one, or one more of the last.
const Schema* schema_at(const FunctionSignature& signature, std::size_t position) {
  if (position < signature.arguments.size()) return &signature.arguments[position];
  position -= signature.arguments.size();
  if (position < signature.optional_arguments.size()) return &signature.optional_arguments[position];
  if (!signature.variadic) return nullptr;
  if (!signature.variadic->type.empty()) return &*signature.variadic;
  if (!signature.optional_arguments.empty()) return &signature.optional_arguments.back();
  return signature.arguments.empty() ? nullptr : &signature.arguments.back();
}

/// A variadic signature that says nothing of its arguments takes any number of them, in any form.
bool takes_anything(const FunctionSignature& signature) {
  return signature.variadic && signature.variadic->type.empty() && signature.arguments.empty() &&
         signature.optional_arguments.empty();
}

std::string describe_arity(const FunctionSignature& signature) {
  const std::size_t least = signature.arguments.size();
  if (signature.variadic) return "at least " + count_of(least, "argument");
  const std::size_t most = least + signature.optional_arguments.size();
  return (least == most ? "" : std::to_string(least) + " to ") + count_of(most, "argument");
}

class CustomCall {
 public:
  CustomCall(const Value& whole, const std::vector<std::optional<Operand>>& operands, const CallContext& context)
      : whole_(whole), call_(*whole.call()), operands_(operands), context_(context) {}

  /// The arguments as the signature types them; none when they do not fit.
  [[nodiscard]] std::optional<std::vector<Value>> match(const FunctionSignature& signature, Diagnostics& diagnostics) const {
    if (takes_anything(signature)) return untyped();
    const std::size_t count = call_.arguments.size();
    if (count < signature.arguments.size() || (count > 0 && schema_at(signature, count - 1) == nullptr)) {
      diagnostics
          .error(Code::bad_function, whole_.at,
                 call_.function + " takes " + describe_arity(signature) + ", not " + std::to_string(count))
          .note("its signature is here", signature.at);
      return std::nullopt;
    }
    std::vector<Value> arguments = call_.arguments;
    const std::size_t before = diagnostics.errors();
    for (std::size_t i = 0; i < count; ++i) {
      const ValueTypeId type = context_.typing.types.of(*schema_at(signature, i));
      if (!operands_[i]) {
        type_value(arguments[i], type, {"an argument of", call_.function}, context_.typing, diagnostics);
      } else if (!may_become(*operands_[i], type, context_.typing.types)) {
        diagnostics.error(
            Code::bad_function, arguments[i].at,
            "an argument of '" + call_.function + "' must be " + describe(kind(context_.typing.types[type].primitive)));
      }
    }
    return diagnostics.errors() == before ? std::optional(std::move(arguments)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<std::vector<Value>> untyped() const {
    std::vector<Value> arguments = call_.arguments;
    for (Value& argument : arguments) {
      if (argument.call() == nullptr && !type_calls_inside(argument, context_)) return std::nullopt;
    }
    return arguments;
  }

  const Value& whole_;
  const Call& call_;
  const std::vector<std::optional<Operand>>& operands_;
  const CallContext& context_;
};

}  // namespace

std::optional<Operand> type_custom_call(Value& value, const FunctionDefinition& function, const CallContext& context) {
  Call& call = std::get<Call>(value.data);
  std::vector<std::optional<Operand>> operands;  // of arguments that are calls themselves
  for (Value& argument : call.arguments) {
    operands.emplace_back();
    if (argument.call() == nullptr) continue;
    operands.back() = type_call(argument, {}, context);
    if (!operands.back()) return std::nullopt;
  }
  std::optional<std::vector<Value>> arguments;
  std::optional<ValueTypeId> result;
  for (const FunctionSignature& signature : function.signatures) {
    Diagnostics unheard;  // another signature may fit
    const bool only = function.signatures.size() == 1;
    auto fitting = CustomCall(value, operands, context).match(signature, only ? context.diagnostics : unheard);
    if (!fitting) continue;
    const ValueTypeId gives = signature.result ? context.typing.types.of(*signature.result) : context.typing.types.any();
    result = result && *result != gives ? context.typing.types.any() : gives;
    if (!arguments) arguments = std::move(fitting);
  }
  if (!arguments) {
    if (function.signatures.size() > 1) {
      context.diagnostics.error(Code::bad_function, value.at, "no signature of " + call.function + " takes these arguments")
          .note("the function is defined here", function.at);
    }
    return std::nullopt;
  }
  call.arguments = std::move(*arguments);
  if (find_function(call.function) != nullptr) call.function.replace(0, 1, function_of_a_file);
  return unknown_operand(context.typing.types[*result].primitive, *result);
}

void check_signatures(const FunctionDefinition& function, ValueTypes& types, Diagnostics& diagnostics) {
  const auto check = [&](const Schema& schema) { types.expect_entries(schema, types.of(schema), diagnostics); };
  for (const FunctionSignature& signature : function.signatures) {
    for (const Schema& schema : signature.arguments) check(schema);
    for (const Schema& schema : signature.optional_arguments) check(schema);
    if (signature.variadic) check(*signature.variadic);
    if (signature.result) check(*signature.result);
  }
}

}  // namespace planbuilder::tosca
