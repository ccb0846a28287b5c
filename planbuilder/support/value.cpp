#include "planbuilder/support/value.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

std::string to_json(const Value& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool truth) const { return truth ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return format_double(number); }
    std::string operator()(const std::string& text) const { return json_quote(text); }
    std::string operator()(const List& list) const {
      std::vector<std::string> items;
      for (const Value& item : list) items.push_back(to_json(item));
      return "[" + join(items, ",") + "]";
    }
    std::string operator()(const Map& map) const {
      std::vector<std::string> items;
      for (const MapEntry& entry : map) items.push_back(json_quote(entry.key) + ":" + to_json(entry.value));
      return "{" + join(items, ",") + "}";
    }
    std::string operator()(const Call& call) const {
      return "{" + json_quote((call.function.starts_with('$') ? "" : "$") + call.function) + ":" + (*this)(call.arguments) + "}";
    }
  };
  return std::visit(Writer(), value.data);
}

}  // namespace

bool is_literal(const Value& value) {
  bool literal = true;
  for_each_call(value, [&](const Call&, const Value&) { literal = false; });
  return literal;
}

bool same(const Value& left, const Value& right) {
  const auto all_same = [](const List& a, const List& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), same); };
  if (left.data.index() != right.data.index()) return false;
  if (const List* list = left.get_if<List>()) return all_same(*list, *right.get_if<List>());
  if (const Call* call = left.call())
    return call->function == right.call()->function && all_same(call->arguments, right.call()->arguments);
  if (const Map* map = left.get_if<Map>()) {
    return std::equal(map->begin(), map->end(), right.get_if<Map>()->begin(), right.get_if<Map>()->end(),
                      [](const auto& a, const auto& b) { return a.key == b.key && same(a.value, b.value); });
  }
  if (const std::string* text = left.text()) return *text == *right.text();
  if (const bool* truth = left.get_if<bool>()) return *truth == *right.get_if<bool>();
  if (const auto* integer = left.get_if<std::int64_t>()) return *integer == *right.get_if<std::int64_t>();
  if (const double* number = left.get_if<double>()) return *number == *right.get_if<double>();
  return true;
}

std::string to_text(const Value& value) {
  if (value.is_null()) return "";
  if (const std::string* text = value.text()) return *text;
  return to_json(value);
}

}  // namespace planbuilder
