#include "planbuilder/emit/bpel/xpath.h"

#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

using plan::Expression;
using plan::Operator;

std::string concat(const std::vector<std::string>& parts) {
  return parts.size() == 1 ? parts.front() : "concat(" + join(parts, ", ") + ")";
}

/// What a value is put together from: neighbouring texts are one literal.
class Parts {
 public:
  void text(std::string_view more) { literal_ += more; }
  void expression(std::string more) {
    flush();
    parts_.push_back(std::move(more));
  }
  std::string take() {
    if (parts_.empty() || !literal_.empty()) flush();
    if (parts_.empty()) return "''";
    return concat(parts_);
  }

 private:
  void flush() {
    if (!literal_.empty()) parts_.push_back(xpath_text(literal_));
    literal_.clear();
  }
  std::vector<std::string> parts_;
  std::string literal_;
};

/// Each `append` is false when the value cannot be said.
class Lowering {
 public:
  explicit Lowering(const KnownRead& known) : known_(known) {}

  bool append(const Expression& value, Parts& parts) {
    if (const plan::Function* function = value.function())
      return std::visit([&](const auto& each) { return append(*function, each, parts); }, function->data);
    if (!is_literal(value)) return false;
    parts.text(to_text(value));
    return true;
  }

 private:
  using Function = plan::Function;

  bool append(const Function& function, const plan::Reference&, Parts& parts) { return append_known(function, parts); }
  bool append(const Function& function, const plan::OwnIndex&, Parts& parts) { return append_known(function, parts); }
  bool append(const Function&, const plan::Concat& concat, Parts& parts) { return append_all(concat.parts, "", parts); }

  /// The items of a list that only a run knows are JSON, which XPath does not read.
  bool append(const Function&, const plan::Join& join, Parts& parts) {
    const auto* items = join.list.get_if<plan::ExpressionList>();
    return items != nullptr && append_all(*items, join.delimiter.value_or(""), parts);
  }

  bool append(const Function&, const plan::Formula&, Parts&) { return false; }
  bool append(const Function&, const plan::Uncallable&, Parts&) { return false; }

  bool append_known(const Function& read, Parts& parts) {
    auto expression = known_(read);
    if (!expression) return false;
    parts.expression(std::move(*expression));
    return true;
  }

  bool append_all(const std::vector<Expression>& values, const std::string& delimiter, Parts& parts) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) parts.text(delimiter);
      if (!append(values[i], parts)) return false;
    }
    return true;
  }

  /// The part between separators, counted from 0: behind as many of them, and before the next.
  bool append(const Function&, const plan::Token& token, Parts& parts) {
    const std::string& separators = token.separators;
    const std::size_t length = separators.empty() ? 0 : utf8_length(separators);
    Parts whole;
    if (length == 0 || !append(token.text, whole)) return false;
    const std::string first = separators.substr(0, length);
    std::string rest = whole.take();
    if (separators.size() > length) {
      std::string same;
      for (std::size_t i = 0; i < display_width(separators); ++i) same += first;
      rest = "translate(" + rest + ", " + xpath_text(separators) + ", " + xpath_text(same) + ")";
    }
    for (std::uint32_t i = 0; i < token.index; ++i) rest = "substring-after(" + rest + ", " + xpath_text(first) + ")";
    parts.expression("substring-before(concat(" + rest + ", " + xpath_text(first) + "), " + xpath_text(first) + ")");
    return true;
  }

  const KnownRead& known_;
};

/// XPath compares by < and > as numbers.
std::optional<std::string> compare(const Expression& left, std::string_view how, const Expression& right,
                                   const KnownRead& known) {
  const auto first = xpath_value(left, known);
  const auto second = xpath_value(right, known);
  if (!first || !second) return std::nullopt;
  return "string(" + *first + ") " + std::string(how) + " string(" + *second + ")";
}

std::optional<std::string> joined(const std::vector<std::optional<std::string>>& parts, std::string_view by) {
  std::vector<std::string> said;
  for (const auto& part : parts) {
    if (!part) return std::nullopt;
    said.push_back(*part);
  }
  return said.empty() ? "false()" : "(" + join(said, " " + std::string(by) + " ") + ")";
}

std::optional<std::string> one_of(const Expression& value, const Expression& choices, const KnownRead& known) {
  std::vector<std::optional<std::string>> parts;
  if (const auto* list = choices.get_if<plan::ExpressionList>()) {
    for (const Expression& choice : *list) parts.push_back(compare(value, "=", choice, known));
  }
  return joined(parts, "or");
}

std::optional<std::string> joined(const std::vector<Expression>& conditions, std::string_view by, const KnownRead& known) {
  std::vector<std::optional<std::string>> parts;
  for (const Expression& condition : conditions) parts.push_back(xpath_condition(condition, known));
  return joined(parts, by);
}

std::optional<std::string> negated(const Expression& condition, const KnownRead& known) {
  const auto inner = xpath_condition(condition, known);
  return inner ? std::optional("not(" + *inner + ")") : std::nullopt;
}

std::optional<std::string> ask(const plan::Formula& formula, const KnownRead& known) {
  const std::vector<Expression>& arguments = formula.arguments;
  switch (formula.operation) {
    case Operator::conjunction: return joined(arguments, "and", known);
    case Operator::disjunction: return joined(arguments, "or", known);
    case Operator::negation: return negated(arguments[0], known);
    case Operator::equal: return compare(arguments[0], "=", arguments[1], known);
    case Operator::greater_than: return compare(arguments[0], ">", arguments[1], known);
    case Operator::greater_or_equal: return compare(arguments[0], ">=", arguments[1], known);
    case Operator::less_than: return compare(arguments[0], "<", arguments[1], known);
    case Operator::less_or_equal: return compare(arguments[0], "<=", arguments[1], known);
    case Operator::valid_values: return one_of(arguments[0], arguments[1], known);
    case Operator::has_entry: return one_of(arguments[1], arguments[0], known);
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
  return std::nullopt;
}

}  // namespace

std::string xpath_text(std::string_view text) {
  if (text.find('\'') == std::string_view::npos) return "'" + std::string(text) + "'";
  if (text.find('"') == std::string_view::npos) return "\"" + std::string(text) + "\"";
  std::vector<std::string> parts;
  while (!text.empty()) {
    const char quote = text.front() == '\'' ? '"' : '\'';
    const std::size_t length = std::min(text.find(quote), text.size());
    parts.push_back(quote + std::string(text.substr(0, length)) + quote);
    text.remove_prefix(length);
  }
  return concat(parts);
}

std::optional<std::string> xpath_value(const Expression& value, const KnownRead& known) {
  Parts parts;
  if (!Lowering(known).append(value, parts)) return std::nullopt;
  return parts.take();
}

std::optional<std::string> xpath_condition(const Expression& condition, const KnownRead& known) {
  if (const bool* truth = condition.get_if<bool>()) return *truth ? "true()" : "false()";
  const plan::Function* function = condition.function();
  if (function == nullptr) return std::nullopt;
  if (const auto* formula = std::get_if<plan::Formula>(&function->data)) return ask(*formula, known);
  return compare(condition, "=", {true}, known);  // an attribute that is true or false
}

}  // namespace planbuilder::emit::bpel
