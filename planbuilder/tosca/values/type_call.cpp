#include <algorithm>

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

/// The type of a part; none where it is not known.
ValueTypeId type_of_part(ValueTypeId whole, std::string_view name, ValueTypes& types) {
  if (!whole.valid()) return {};
  const ValueType& type = types[whole];
  if (type.primitive != Primitive::complex) return type.entry;
  const Fields::Field* field = types.properties(type.data_type).find(name);
  return field == nullptr ? ValueTypeId() : field->type;
}

/// An entry of a map, or an item of a list by its number; none where there is no such part.
const Value* find_part(const Value& whole, const std::string& name) {
  if (const Map* map = whole.get_if<Map>()) {
    const auto found = std::find_if(map->begin(), map->end(), [&](const MapEntry& entry) { return entry.key == name; });
    return found == map->end() ? nullptr : &found->value;
  }
  const List* list = whole.get_if<List>();
  Value index{name, {}, true};
  if (list == nullptr || !type_as(Primitive::integer, index)) return nullptr;
  const std::int64_t at = *index.get_if<std::int64_t>();
  return at < 0 || static_cast<std::uint64_t>(at) >= list->size() ? nullptr : &(*list)[static_cast<std::size_t>(at)];
}

/// `$value`, or a part of it: `{$value: [ports, 0]}`.
std::optional<Operand> bound_value(const Value& whole, const CallContext& context) {
  if (context.value == nullptr) {
    context.diagnostics.error(Code::bad_function, whole.at, "$value has a meaning in a validation only");
    return std::nullopt;
  }
  Operand found = *context.value;
  for (const Value& step : whole.call()->arguments) {
    const std::string name = to_text(step);
    const ValueTypeId type = type_of_part(found.type, name, context.typing.types);
    Operand next = unknown_operand(type.valid() ? context.typing.types[type].primitive : Primitive::any, type);
    if (const Value* part = find_part(found.value, name); part != nullptr && !part->is_null()) {
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

bool is_index(const std::string& text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos; }

bool has_parts(Primitive primitive) { return primitive == Primitive::list || is_map(primitive); }

/// One step into a value of a type; an invalid type where there is no such part.
ValueTypeId type_of_step(ValueTypeId whole, const Value& step, ValueTypes& types) {
  if (step.call() != nullptr) return types[whole].entry.valid() ? types[whole].entry : types.any();
  const std::string name = to_text(step);
  if (types[whole].primitive == Primitive::list && !is_index(name)) return {};
  const ValueTypeId part = type_of_part(whole, name, types);
  return part.valid() || types[whole].primitive == Primitive::complex ? part : types.any();
}

/// The type of a part of an input; none, and reported, where there is no such part.
std::optional<ValueTypeId> type_of_input_part(const Value& whole, const CallContext& context) {
  ValueTypes& types = context.typing.types;
  const std::vector<Value>& steps = whole.call()->arguments;
  const std::string input = "the input '" + to_text(steps[0]) + "'";
  ValueTypeId type = type_of_input(to_text(steps[0]), context.typing);
  for (std::size_t i = 1; i < steps.size() && types[type].primitive != Primitive::any; ++i) {
    if (i == 1 && !has_parts(types[type].primitive)) {
      context.diagnostics.error(Code::bad_function, whole.at, input + " is of type " + types.name_of(type) + " and has no parts");
      return std::nullopt;
    }
    const ValueTypeId part = has_parts(types[type].primitive) ? type_of_step(type, steps[i], types) : ValueTypeId();
    if (!part.valid()) {
      context.diagnostics.error(Code::bad_function, steps[i].at, input + " has no part '" + to_text(steps[i]) + "' here");
      return std::nullopt;
    }
    type = part;
  }
  return type;
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

/// Calls of the Simple Profile are followed later; here only what they can give is looked at.
std::optional<Operand> type_old_call(Value& whole, const Function& function, const CallContext& context) {
  Call& call = std::get<Call>(whole.data);
  const std::string problem = function.apply != nullptr ? arity_problem(function, call.function, call.arguments.size()) : "";
  if (!problem.empty()) {
    context.diagnostics.error(Code::bad_function, whole.at, problem);
    return std::nullopt;
  }
  return type_words(call, context) ? std::optional(result_of(function)) : std::nullopt;
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
  if (!marked) return type_old_call(value, *function, context);
  if (const std::string problem = arity_problem(*function, call.function, call.arguments.size()); !problem.empty()) {
    context.diagnostics.error(Code::bad_function, value.at, problem);
    return std::nullopt;
  }
  if (function->reads == Reads::value) return bound_value(value, context);
  if (function->reads != Reads::nothing) return read_topology(value, *function, context);
  return type_pure_call(value, *function, wanted, context);
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
    for (MapEntry& entry : *map) fine = type_calls_inside(entry.value, context) && fine;
  } else {
    type_as_yaml(value);
  }
  return fine;
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
