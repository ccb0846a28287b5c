#include "planbuilder/tosca/values/evaluator.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/values/entity_members.h"

namespace planbuilder::tosca {

namespace {

/// Nodes are looked for by filters before their values have types. What is written without quotes is then what it looks like,
/// unless it meets a text.
void settle_plain_values(const Function& function, std::vector<Value>& arguments) {
  const auto is_quoted = [](const Value& value) { return value.text() != nullptr && !value.plain; };
  const bool takes_numbers = kind_problem(function, function.name, 0, operand_of(Value{std::int64_t{0}})).empty();
  if (!takes_numbers || std::any_of(arguments.begin(), arguments.end(), is_quoted)) return;
  std::for_each(arguments.begin(), arguments.end(), type_as_yaml);
}

}  // namespace

Value Evaluator::evaluate(const Value& value) const {
  if (const Call* call = value.call()) return evaluate_call(*call, value);
  Value result = value;
  if (List* list = std::get_if<List>(&result.data)) {
    for (Value& item : *list) item = evaluate(item);
  } else if (Map* map = std::get_if<Map>(&result.data)) {
    for (MapEntry& entry : *map) entry.value = evaluate(entry.value);
  }
  return result;
}

Value Evaluator::evaluate_call(const Call& call, const Value& whole) const {
  const Function* function = find_function(call.function);
  if (call.function.starts_with('$')) return evaluate_marked(function, {call.function.substr(1), call.arguments}, whole);
  if (function == nullptr) return fail(whole, "the function '" + call.function + "' is not supported here");
  return evaluate_old(*function, call, whole);
}

/// Functions of 1.x.
Value Evaluator::evaluate_old(const Function& function, const Call& call, const Value& whole) const {
  switch (function.reads) {
    case Reads::input: return get_input(call, whole);
    case Reads::property: return get_member(call, false, whole);
    case Reads::attribute: return get_member(call, true, whole);
    case Reads::operation_output: return get_operation_output(call, whole);
    case Reads::nodes_of_type: return get_nodes_of_type(call, whole);
    case Reads::artifact: return get_artifact(call, whole);
    default: return compute_old(function, call, whole);
  }
}

/// Functions of 2.0. Their paths may have functions inside, such as `$node_index`.
Value Evaluator::evaluate_marked(const Function* function, Call call, const Value& whole) const {
  for (Value& argument : call.arguments) argument = evaluate(argument);
  switch (function == nullptr ? Reads::nothing : function->reads) {
    case Reads::input: return get_input(call, whole);
    case Reads::property: return get_by_path(call, false, whole);
    case Reads::attribute: return get_by_path(call, true, whole);
    case Reads::artifact: return get_artifact_by_path(call, whole);
    case Reads::node_index: return get_index(true, whole);
    case Reads::relationship_index: return get_index(false, whole);
    case Reads::allocation: return get_available_allocation(call, whole);
    default: return compute(function, {"$" + call.function, std::move(call.arguments)}, whole);
  }
}

Value Evaluator::compute_old(const Function& function, Call reduced, const Value& whole) const {
  for (Value& argument : reduced.arguments) argument = evaluate(argument);
  if (!std::all_of(reduced.arguments.begin(), reduced.arguments.end(), is_literal)) return {std::move(reduced), whole.at};
  std::vector<Operand> operands;
  for (Value& argument : reduced.arguments) operands.push_back(operand_of(std::move(argument)));
  Outcome outcome = function.apply(operands);
  if (!outcome.problem.empty()) return fail(whole, outcome.problem);
  outcome.value.at = whole.at;
  return std::move(outcome.value);
}

/// Functions of 2.0, with their arguments evaluated. What cannot be computed yet is left to the run, by the name that it knows.
Value Evaluator::compute(const Function* function, Call reduced, const Value& whole) const {
  const bool pure = function != nullptr && function->apply != nullptr;
  if (!pure || !std::all_of(reduced.arguments.begin(), reduced.arguments.end(), is_literal)) {
    const bool old = pure && find_function(function->name) != nullptr;
    if (old) reduced.function = std::string(function->name);
    return {std::move(reduced), whole.at};
  }
  settle_plain_values(*function, reduced.arguments);
  std::optional<Outcome> outcome = apply_function(*function, reduced.function, reduced.arguments, topology_.scalars);
  if (!outcome) return {std::move(reduced), whole.at};
  if (!outcome->problem.empty()) return fail(whole, outcome->problem);
  outcome->value.at = whole.at;
  return std::move(outcome->value);
}

Value Evaluator::get_input(const Call& call, const Value& whole) const {
  const std::string* name = call.arguments.empty() ? nullptr : call.arguments[0].text();
  if (name == nullptr) return fail(whole, "get_input takes the name of an input");
  const ParameterDefinition* input = find_input(*name);
  if (input == nullptr) return report_unknown_input(call.arguments[0], *name);
  if (call.arguments.size() > 1 && is_scalar_type(input->schema.type.name)) {
    return fail(whole, "the input '" + *name + "' is of type " + input->schema.type.name + " and has no parts");
  }
  return {call, whole.at};
}

const ParameterDefinition* Evaluator::find_input(const std::string& name) const {
  if (context_.workflow_inputs != nullptr) {
    if (const ParameterDefinition* input = find_by_name(*context_.workflow_inputs, name)) return input;
  }
  return find_by_name(topology_.inputs, name);
}

/// A workflow may be started with inputs that it does not list: that is worth a word, not more.
Value Evaluator::report_unknown_input(const Value& argument, const std::string& name) const {
  const auto known = [&] {
    std::vector<std::string_view> names = names_of(topology_.inputs);
    if (context_.workflow_inputs == nullptr) return names;
    for (const ParameterDefinition& input : *context_.workflow_inputs) names.push_back(input.name);
    return names;
  };
  const std::string summary = "there is no input '" + name + "'" + guess(name, known);
  if (context_.workflow_inputs == nullptr) return fail(argument, summary);
  if (context_.diagnostics != nullptr) context_.diagnostics->warning(Code::bad_function, argument.at, summary);
  return {{}, argument.at};
}

Value Evaluator::fail(const Value& at, const std::string& why) const {
  if (context_.diagnostics != nullptr) context_.diagnostics->error(Code::bad_function, at.at, why);
  return {{}, at.at};
}

}  // namespace planbuilder::tosca
