#include "planbuilder/emit/bpel/xpath.h"

#include <array>
#include <utility>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::emit::bpel {

namespace {

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
  explicit Lowering(const KnownCall& known) : known_(known) {}

  bool append(const Value& value, Parts& parts) {
    if (is_literal(value)) {
      parts.text(to_text(value));
      return true;
    }
    const Call* call = value.call();
    if (call == nullptr) return false;
    const auto& arguments = call->arguments;
    if (call->function == "concat") return append_all(arguments, "", parts);
    if (call->function == "join" && !arguments.empty()) return append_join(*call, parts);
    if (call->function == "token" && arguments.size() == 3) return append_token(*call, parts);
    auto expression = known_(*call);
    if (!expression) return false;
    parts.expression(std::move(*expression));
    return true;
  }

 private:
  bool append_all(const std::vector<Value>& values, const std::string& delimiter, Parts& parts) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) parts.text(delimiter);
      if (!append(values[i], parts)) return false;
    }
    return true;
  }

  /// The items of a list that only a run knows are JSON, which XPath does not read.
  bool append_join(const Call& call, Parts& parts) {
    const List* items = call.arguments[0].get_if<List>();
    return items != nullptr && append_all(*items, call.arguments.size() > 1 ? to_text(call.arguments[1]) : "", parts);
  }

  /// The part between separators, counted from 0: behind as many of them, and before the next.
  bool append_token(const Call& call, Parts& parts) {
    const auto* index = call.arguments[2].get_if<std::int64_t>();
    const std::string separators = to_text(call.arguments[1]);
    const std::size_t length = separators.empty() ? 0 : utf8_length(separators);
    Parts whole;
    if (index == nullptr || *index < 0 || length == 0 || !append(call.arguments[0], whole)) return false;
    const std::string first = separators.substr(0, length);
    std::string rest = whole.take();
    if (separators.size() > length) {
      std::string same;
      for (std::size_t i = 0; i < display_width(separators); ++i) same += first;
      rest = "translate(" + rest + ", " + xpath_text(separators) + ", " + xpath_text(same) + ")";
    }
    for (std::int64_t i = 0; i < *index; ++i) rest = "substring-after(" + rest + ", " + xpath_text(first) + ")";
    parts.expression("substring-before(concat(" + rest + ", " + xpath_text(first) + "), " + xpath_text(first) + ")");
    return true;
  }

  const KnownCall& known_;
};

/// XPath compares by < and > as numbers.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> comparisons = {
    {{"$equal", "="}, {"$greater_than", ">"}, {"$greater_or_equal", ">="}, {"$less_than", "<"}, {"$less_or_equal", "<="}}};

std::optional<std::string> compare(const Value& left, std::string_view how, const Value& right, const KnownCall& known) {
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

std::optional<std::string> one_of(const Value& value, const Value& choices, const KnownCall& known) {
  std::vector<std::optional<std::string>> parts;
  if (const List* list = choices.get_if<List>()) {
    for (const Value& choice : *list) parts.push_back(compare(value, "=", choice, known));
  }
  return joined(parts, "or");
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

std::optional<std::string> xpath_value(const Value& value, const KnownCall& known) {
  Parts parts;
  if (!Lowering(known).append(value, parts)) return std::nullopt;
  return parts.take();
}

std::optional<std::string> xpath_condition(const Value& condition, const KnownCall& known) {
  if (const bool* truth = condition.get_if<bool>()) return *truth ? "true()" : "false()";
  const Call* call = condition.call();
  if (call == nullptr) return std::nullopt;
  const auto& arguments = call->arguments;
  if (call->function == "$and" || call->function == "$or") {
    std::vector<std::optional<std::string>> parts;
    for (const Value& argument : arguments) parts.push_back(xpath_condition(argument, known));
    return joined(parts, call->function == "$and" ? "and" : "or");
  }
  if (call->function == "$not" && arguments.size() == 1) {
    const auto inner = xpath_condition(arguments.front(), known);
    return inner ? std::optional("not(" + *inner + ")") : std::nullopt;
  }
  if (arguments.size() == 2) {
    for (const auto& [function, how] : comparisons) {
      if (call->function == function) return compare(arguments[0], how, arguments[1], known);
    }
    if (call->function == "$valid_values") return one_of(arguments[0], arguments[1], known);
    if (call->function == "$has_entry") return one_of(arguments[1], arguments[0], known);
  }
  if (call->function.starts_with('$')) return std::nullopt;
  return compare(condition, "=", {true}, known);  // an attribute that is true or false
}

}  // namespace planbuilder::emit::bpel
