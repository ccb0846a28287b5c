#include <algorithm>
#include <span>
#include <unordered_set>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/function_table.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/function_names.h"
#include "planbuilder/tosca/values/typing.h"
#include "planbuilder/tosca/values/value_types.h"

namespace planbuilder::tosca {

namespace {

/// Names and paths are text; what a function joins stays as it was written.
bool type_words(Call& call, const CallContext& context) {
  for (Value& argument : call.arguments) {
    argument.plain = false;
    if (!type_calls_inside(argument, context)) return false;
  }
  return true;
}

Operand result_of(const Function& function) { return unknown_operand(result_kind(function, {})); }

/// `$value`, or a part of it: `{$value: [ports, 0]}`.
std::optional<Operand> bound_value(const Value& whole, const CallContext& context) {
  if (context.value == nullptr) {
    context.diagnostics.error(Code::bad_function, whole.at, "$value has a meaning in a validation only");
    return std::nullopt;
  }
  Operand found = *context.value;
  ValueTypes& types = context.typing.types;
  for (const Value& step : whole.call()->arguments) {
    const ValueTypeId before = found.type.valid() ? found.type : types.any();
    const auto type = type_of_parts(before, {&step, 1}, {whole, "$value"}, types, context.diagnostics);
    if (!type) return std::nullopt;
    Operand next = unknown_operand(types[*type].primitive, *type);
    if (const Value* part = find_part(found.value, to_text(step)); part != nullptr && !part->is_null()) {
      next.value = *part;
      next.known = true;
    }
    found = std::move(next);
  }
  // What has no type is what it looks like.
  return found.known && found.kind == Primitive::any ? operand_of(std::move(found.value)) : found;
}

ValueTypeId type_of_input(std::string_view name, const TypingContext& typing) {
  const ParameterDefinition* input = typing.inputs == nullptr ? nullptr : find_by_name(*typing.inputs, name);
  return input == nullptr ? typing.types.any() : typing.types.of(input->schema);
}

/// The type of a part of an input; none, and reported, where there is no such part.
std::optional<ValueTypeId> type_of_input_part(const Value& whole, const CallContext& context) {
  const std::span<const Value> arguments = whole.call()->arguments;
  const std::string name = to_text(arguments[0]);
  return type_of_parts(type_of_input(name, context.typing), arguments.subspan(1), {whole, "the input '" + name + "'"},
                       context.typing.types, context.diagnostics);
}

std::optional<Operand> read_topology(Value& whole, const Function& function, const CallContext& context) {
  Call& call = std::get<Call>(whole.data);
  if (!type_words(call, context)) return std::nullopt;
  if (function.reads == Reads::input && call.arguments[0].text() != nullptr) {
    const auto type = type_of_input_part(whole, context);
    return type ? std::optional(unknown_operand(context.typing.types[*type].primitive, *type)) : std::nullopt;
  }
  return result_of(function);
}

/// What is written out must be of the kinds that the function takes; calls are judged when they are followed.
bool check_literals(const Call& call, const Function& function, const CallContext& context) {
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (!is_literal(call.arguments[i])) continue;
    std::string problem = kind_problem(function, call.function, i, operand_of(call.arguments[i]));
    if (problem.empty()) continue;
    context.diagnostics.error(Code::bad_function, call.arguments[i].at, std::move(problem));
    return false;
  }
  return true;
}

/// Published templates of 1.x read inputs of one scalar type as another, but nothing makes a number of a list.
std::optional<Operand> read_old_input(Value& whole, ValueTypeId wanted, const CallContext& context) {
  const ValueTypes& types = context.typing.types;
  const auto type = type_of_input_part(whole, context);
  if (!type) return std::nullopt;
  const Primitive kind = types[*type].primitive;
  const bool is_lenient = kind != Primitive::list && !is_map(kind) && kind != Primitive::boolean;
  const bool takes_text = !wanted.valid() || types[wanted].primitive == Primitive::string;
  return is_lenient || takes_text ? unknown_operand(Primitive::any) : unknown_operand(kind, *type);
}

/// Calls of the Simple Profile are followed later; here only what they can give is looked at.
std::optional<Operand> type_old_call(Value& whole, const Function& function, ValueTypeId wanted, const CallContext& context) {
  Call& call = std::get<Call>(whole.data);
  const std::string problem = function.apply != nullptr ? arity_problem(function, call.function, call.arguments.size()) : "";
  if (!problem.empty()) {
    context.diagnostics.error(Code::bad_function, whole.at, problem);
    return std::nullopt;
  }
  if (!type_words(call, context)) return std::nullopt;
  if (function.apply != nullptr && !check_literals(call, function, context)) return std::nullopt;
  if (function.reads == Reads::input && !call.arguments.empty() && call.arguments[0].text() != nullptr)
    return read_old_input(whole, wanted, context);
  return result_of(function);
}

void type_key_call(MapEntry& entry, ValueTypeId wanted, const CallContext& context) {
  Value key = *entry.key_call;
  const auto result = type_call(key, wanted, context);
  if (!result) return;
  if (result->kind != Primitive::any && result->kind != Primitive::string) {
    context.diagnostics.error(Code::bad_function, key.at,
                              "a key must be a string, but this gives " + describe(kind(result->kind)));
  } else if (!result->known) {
    context.diagnostics.warning(Code::bad_function, key.at, "only a run knows this key: plans have it as it is written");
  } else {
    entry.key = to_text(key);
    entry.key_call = {};
  }
}

/// What it takes and gives is not known here.
std::optional<Operand> type_unknown_call(Value& whole, const CallContext& context) {
  if (!context.typing.types.functions().admits_unknown(whole.call()->function, whole.at, {}, context.diagnostics))
    return std::nullopt;
  if (!type_words(std::get<Call>(whole.data), context)) return std::nullopt;
  return unknown_operand(Primitive::any);
}

}  // namespace

std::optional<Operand> type_call(Value& value, ValueTypeId wanted, const CallContext& context) {
  const Call& call = *value.call();
  const bool marked = call.function.starts_with('$');
  if (marked) {
    const FunctionNames& names = context.typing.types.functions();
    const bool typed_before = call.function.starts_with(function_of_a_file);
    const FunctionDefinition* custom =
        names.find(std::string_view(call.function).substr(typed_before ? function_of_a_file.size() : 1), value.at.file);
    if (custom != nullptr) return type_custom_call(value, *custom, context);
  }
  const Function* function = find_function(call.function);
  if (function == nullptr) return type_unknown_call(value, context);
  if (!marked) return type_old_call(value, *function, wanted, context);
  if (const std::string problem = arity_problem(*function, call.function, call.arguments.size()); !problem.empty()) {
    context.diagnostics.error(Code::bad_function, value.at, problem);
    return std::nullopt;
  }
  if (function->reads == Reads::value) return bound_value(value, context);
  if (function->reads != Reads::nothing) return read_topology(value, *function, context);
  return type_pure_call(value, *function, wanted, context);
}

std::optional<Value> known_result(const Value& value) {
  const Call* call = value.call();
  const Function* function = call == nullptr ? nullptr : find_function(call->function);
  if (function == nullptr) return is_literal(value) ? std::optional(value) : std::nullopt;
  if (function->apply == nullptr) return std::nullopt;
  std::vector<Operand> operands;
  for (const Value& argument : call->arguments) {
    const auto known = known_result(argument);
    if (!known) return std::nullopt;
    operands.push_back(operand_of(*known));
  }
  Outcome outcome = function->apply(operands);
  if (!outcome.problem.empty()) return std::nullopt;  // reported when it is followed
  outcome.value.at = value.at;
  return std::move(outcome.value);
}

bool type_calls_inside(Value& value, const CallContext& context) {
  if (value.call() != nullptr) {
    if (type_call(value, {}, context)) return true;
    value.data = std::monostate();
    return false;
  }
  bool fine = true;
  if (List* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) fine = type_calls_inside(item, context) && fine;
  } else if (Map* map = std::get_if<Map>(&value.data)) {
    type_key_calls(*map, {}, context);
    for (MapEntry& entry : *map) fine = type_calls_inside(entry.value, context) && fine;
  } else {
    type_as_yaml(value);
  }
  return fine;
}

void type_key_calls(Map& map, ValueTypeId wanted, const CallContext& context) {
  const auto is_call = [](const MapEntry& entry) { return entry.key_call.present(); };
  if (std::none_of(map.begin(), map.end(), is_call)) return;
  std::unordered_set<std::string_view> keys;
  for (MapEntry& entry : map) {
    const SourceRange at = is_call(entry) ? entry.key_call->at : entry.value.at;
    if (is_call(entry)) type_key_call(entry, wanted, context);
    if (!keys.insert(entry.key).second)
      context.diagnostics.error(Code::duplicate_name, at, "the key '" + entry.key + "' is there twice");
  }
}

bool may_become(const Operand& result, ValueTypeId wanted, const ValueTypes& types) {
  if (!wanted.valid()) return true;
  const ValueType& type = types[wanted];
  if (result.kind == Primitive::any || type.primitive == Primitive::any || result.kind == type.primitive) {
    const bool units = is_amount(type.primitive) && result.type.valid() && result.kind != Primitive::any;
    return !units || types.is_kind_of(result.type, wanted) || types.is_kind_of(wanted, result.type);
  }
  if (type.primitive == Primitive::number) return result.kind == Primitive::integer;
  if (is_map(type.primitive)) return is_map(result.kind);
  // Such values are written as text.
  const bool is_text = is_amount(type.primitive) || type.primitive == Primitive::version ||
                       type.primitive == Primitive::timestamp || type.primitive == Primitive::bytes;
  if (type.primitive == Primitive::range) return result.kind == Primitive::list;
  return is_text && result.kind == Primitive::string;
}

std::string render_call(const Value& value) {
  const auto render_all = [](const List& list) {
    std::vector<std::string> items;
    for (const Value& item : list) {
      const bool braces = item.call() != nullptr && !item.call()->arguments.empty();
      items.push_back(braces ? "{" + render_call(item) + "}" : render_call(item));
    }
    return "[" + join(items, ", ") + "]";
  };
  if (const List* list = value.get_if<List>()) return render_all(*list);
  const Call* call = value.call();
  if (call == nullptr) return to_text(value);
  return call->arguments.empty() ? call->function : call->function + ": " + render_all(call->arguments);
}

}  // namespace planbuilder::tosca
