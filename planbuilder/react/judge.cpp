#include "planbuilder/react/judge.h"

#include <algorithm>
#include <charconv>
#include <compare>

namespace planbuilder::react {

namespace {

using plan::Expression;
using plan::Operator;

std::optional<double> number_in(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Numbers as numbers, all else as text.
std::partial_ordering order_of(const std::string& left, const std::string& right) {
  const auto first = number_in(left);
  const auto second = number_in(right);
  if (first && second) return *first <=> *second;
  return left <=> right;
}

class Judge {
 public:
  explicit Judge(const KnownAttributes& known) : known_(known) {}

  [[nodiscard]] std::optional<bool> truth(const Expression& condition) const {
    if (const bool* literal = condition.get_if<bool>()) return *literal;
    const plan::Function* function = condition.function();
    const auto* formula = function == nullptr ? nullptr : std::get_if<plan::Formula>(&function->data);
    if (formula != nullptr) return truth(*formula);
    const auto text = value(condition);
    return text ? std::optional(*text == "true") : std::nullopt;
  }

 private:
  [[nodiscard]] std::optional<bool> truth(const plan::Formula& formula) const {
    const std::vector<Expression>& arguments = formula.arguments;
    switch (formula.operation) {
      case Operator::conjunction: return joined(arguments, false);
      case Operator::disjunction: return joined(arguments, true);
      case Operator::negation: {
        const auto inner = truth(arguments[0]);
        return inner ? std::optional(!*inner) : std::nullopt;
      }
      case Operator::equal: return compared(arguments, [](auto order) { return order == 0; });
      case Operator::greater_than: return compared(arguments, [](auto order) { return order > 0; });
      case Operator::greater_or_equal: return compared(arguments, [](auto order) { return order >= 0; });
      case Operator::less_than: return compared(arguments, [](auto order) { return order < 0; });
      case Operator::less_or_equal: return compared(arguments, [](auto order) { return order <= 0; });
      case Operator::valid_values: return one_of(arguments[0], arguments[1]);
      default: return std::nullopt;
    }
  }

  /// One that is `decisive` decides, whatever is not known of the others.
  [[nodiscard]] std::optional<bool> joined(const std::vector<Expression>& parts, bool decisive) const {
    bool all_known = true;
    for (const Expression& part : parts) {
      const auto known = truth(part);
      if (known == decisive) return decisive;
      all_known = all_known && known;
    }
    return all_known ? std::optional(!decisive) : std::nullopt;
  }

  template <class Holds>
  [[nodiscard]] std::optional<bool> compared(const std::vector<Expression>& sides, const Holds& holds) const {
    const auto left = value(sides[0]);
    const auto right = value(sides[1]);
    if (!left || !right) return std::nullopt;
    return holds(order_of(*left, *right));
  }

  [[nodiscard]] std::optional<bool> one_of(const Expression& one, const Expression& choices) const {
    const auto text = value(one);
    const auto* list = choices.get_if<plan::ExpressionList>();
    if (!text || list == nullptr) return std::nullopt;
    return std::any_of(list->begin(), list->end(), [&](const Expression& choice) { return value(choice) == text; });
  }

  [[nodiscard]] std::optional<std::string> value(const Expression& expression) const {
    const plan::Function* function = expression.function();
    if (function == nullptr) return to_text(expression);
    const auto* read = std::get_if<plan::AttributeRead>(&function->data);
    return read != nullptr && read->path.empty() ? known_(*read) : std::nullopt;
  }

  const KnownAttributes& known_;
};

}  // namespace

std::optional<bool> judge(const Expression& condition, const KnownAttributes& known) { return Judge(known).truth(condition); }

}  // namespace planbuilder::react
