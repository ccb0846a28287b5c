#include "planbuilder/emit/shell/condition.h"

#include "planbuilder/emit/shell/value.h"
#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/plan/run_functions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

using plan::Expression;
using plan::Operator;

std::string take(const Expression& value, std::string_view as) {
  std::string commands;
  for (const std::string& command : shell_value(value)) commands += command + "; ";
  return commands + std::string(as) + "; ";
}

/// The runtime compares what was taken first with what was taken last.
std::string compare(const Expression& left, std::string_view how, const Expression& right) {
  return "{ " + take(left, "take_left") + take(right, "take_value") + "compare_values " + std::string(how) + "; }";
}

std::string joined(const std::vector<Expression>& parts, std::string_view by) {
  std::vector<std::string> commands;
  for (const Expression& part : parts) commands.push_back(shell_condition(part));
  return "{ " + join(commands, " " + std::string(by) + " ") + "; }";
}

/// One of several: the value, and what it may be.
std::string one_of(const Expression& value, const Expression& choices) {
  const auto* list = choices.get_if<plan::ExpressionList>();
  if (list == nullptr || list->empty()) return "false";
  std::vector<std::string> commands;
  for (const Expression& choice : *list) commands.push_back(compare(value, "equal", choice));
  return "{ " + join(commands, " || ") + "; }";
}

std::string ask(const plan::Function& function, const plan::Formula& formula) {
  const std::vector<Expression>& arguments = formula.arguments;
  switch (formula.operation) {
    case Operator::conjunction: return joined(arguments, "&&");
    case Operator::disjunction: return joined(arguments, "||");
    case Operator::negation: return "! " + shell_condition(arguments[0]);
    case Operator::equal: return compare(arguments[0], "equal", arguments[1]);
    case Operator::greater_than: return compare(arguments[0], "gt", arguments[1]);
    case Operator::greater_or_equal: return compare(arguments[0], "ge", arguments[1]);
    case Operator::less_than: return compare(arguments[0], "lt", arguments[1]);
    case Operator::less_or_equal: return compare(arguments[0], "le", arguments[1]);
    case Operator::valid_values: return one_of(arguments[0], arguments[1]);
    case Operator::has_entry: return one_of(arguments[1], arguments[0]);
    case Operator::exclusive_or:
    case Operator::matches:
    case Operator::has_suffix:
    case Operator::has_prefix:
    case Operator::contains:
    case Operator::has_key:
    case Operator::has_all_entries:
    case Operator::has_all_keys:
    case Operator::has_any_entry:
    case Operator::has_any_key:
    case Operator::length:
    case Operator::set_union:
    case Operator::intersection:
    case Operator::sum:
    case Operator::difference:
    case Operator::product:
    case Operator::quotient:
    case Operator::remainder:
    case Operator::round:
    case Operator::floor:
    case Operator::ceil: break;
  }
  throw EmitError("a shell plan cannot ask " + call_name(function) + " when it runs");
}

}  // namespace

std::string shell_condition(const Expression& condition) {
  if (const bool* truth = condition.get_if<bool>()) return *truth ? "true" : "false";
  const plan::Function* function = condition.function();
  if (function == nullptr) throw EmitError("a condition is neither a function nor true or false");
  if (const auto* formula = std::get_if<plan::Formula>(&function->data)) return ask(*function, *formula);
  return compare(condition, "equal", {true});  // an attribute that is true or false
}

}  // namespace planbuilder::emit
