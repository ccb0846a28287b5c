#include "planbuilder/emit/shell/condition.h"

#include <array>
#include <utility>

#include "planbuilder/emit/shell/value.h"
#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

/// The runtime compares what was taken first with what was taken last.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> comparisons = {
    {{"$equal", "equal"}, {"$greater_than", "gt"}, {"$greater_or_equal", "ge"}, {"$less_than", "lt"}, {"$less_or_equal", "le"}}};

std::string take(const Value& value) {
  std::string commands;
  for (const std::string& command : shell_value(value)) commands += command + "; ";
  return commands + "take_value; ";
}

std::string compare(const Value& left, std::string_view how, const Value& right) {
  return "{ " + take(left) + "pb_left=$pb_taken; " + take(right) + "compare_values " + std::string(how) + "; }";
}

std::string joined(const std::vector<Value>& parts, std::string_view by) {
  std::vector<std::string> commands;
  for (const Value& part : parts) commands.push_back(shell_condition(part));
  return "{ " + join(commands, " " + std::string(by) + " ") + "; }";
}

/// One of several: the value, and what it may be.
std::string one_of(const Value& value, const Value& choices) {
  const List* list = choices.get_if<List>();
  if (list == nullptr || list->empty()) return "false";
  std::vector<std::string> commands;
  for (const Value& choice : *list) commands.push_back(compare(value, "equal", choice));
  return "{ " + join(commands, " || ") + "; }";
}

}  // namespace

std::string shell_condition(const Value& condition) {
  if (const bool* truth = condition.get_if<bool>()) return *truth ? "true" : "false";
  const Call* call = condition.call();
  if (call == nullptr) throw EmitError("a condition is neither a function nor true or false");
  if (call->function == "$and") return joined(call->arguments, "&&");
  if (call->function == "$or") return joined(call->arguments, "||");
  if (call->function == "$not" && call->arguments.size() == 1) return "! " + shell_condition(call->arguments.front());
  if (call->arguments.size() == 2) {
    for (const auto& [function, how] : comparisons) {
      if (call->function == function) return compare(call->arguments[0], how, call->arguments[1]);
    }
    if (call->function == "$valid_values") return one_of(call->arguments[0], call->arguments[1]);
    if (call->function == "$has_entry") return one_of(call->arguments[1], call->arguments[0]);
  }
  if (!call->function.starts_with('$')) return compare(condition, "equal", {true});  // an attribute that is true or false
  throw EmitError("a shell plan cannot ask " + call->function + " when it runs");
}

}  // namespace planbuilder::emit
