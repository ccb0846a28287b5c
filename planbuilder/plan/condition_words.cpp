#include "planbuilder/plan/condition_words.h"

#include "planbuilder/support/text.h"

namespace planbuilder::plan {

namespace {

std::string value_words(const Expression& value);

struct ReadWords {
  std::string operator()(const InputRead& read) const { return "input " + read.name; }
  std::string operator()(const PropertyRead& read) const { return read.name + " of " + read.of.entity.id; }
  std::string operator()(const AttributeRead& read) const { return read.name + " of " + read.of.entity.id; }
  std::string operator()(const OutputRead& read) const {
    return "output " + read.name + " of " + read.operation + " of " + read.of.entity.id;
  }
  /// Nobody reads anything by these.
  template <class Other>
  std::string operator()(const Other&) const {
    return "";
  }
};

std::string value_words(const Expression& value) {
  const Function* function = value.function();
  const std::string words = function == nullptr ? "" : std::visit(ReadWords(), function->data);
  return words.empty() ? to_text(value) : words;
}

std::string joined(const std::vector<Expression>& parts, std::string_view by) {
  std::vector<std::string> words;
  for (const Expression& part : parts) words.push_back(condition_in_words(part));
  return join(words, by);
}

std::string choices(const Expression& list) {
  std::vector<std::string> words;
  if (const auto* items = list.get_if<ExpressionList>()) {
    for (const Expression& item : *items) words.push_back(value_words(item));
  }
  return words.empty() ? to_text(list) : join(words, ", ");
}

std::string compared(const Formula& formula, std::string_view sign) {
  return value_words(formula.arguments[0]) + " " + std::string(sign) + " " + value_words(formula.arguments[1]);
}

/// Empty if there are none.
std::string formula_words(const Formula& formula) {
  switch (formula.operation) {
    case Operator::conjunction: return joined(formula.arguments, " and ");
    case Operator::disjunction: return "(" + joined(formula.arguments, " or ") + ")";
    case Operator::negation: return "not (" + condition_in_words(formula.arguments[0]) + ")";
    case Operator::equal: return compared(formula, "=");
    case Operator::greater_than: return compared(formula, ">");
    case Operator::greater_or_equal: return compared(formula, ">=");
    case Operator::less_than: return compared(formula, "<");
    case Operator::less_or_equal: return compared(formula, "<=");
    case Operator::valid_values: return value_words(formula.arguments[0]) + " is one of: " + choices(formula.arguments[1]);
    default: return "";
  }
}

}  // namespace

std::string condition_in_words(const Expression& condition) {
  const Function* function = condition.function();
  if (function == nullptr) return to_text(condition);
  if (const auto* formula = std::get_if<Formula>(&function->data)) {
    const std::string words = formula_words(*formula);
    return words.empty() ? to_text(condition) : words;
  }
  return value_words(condition);
}

}  // namespace planbuilder::plan
