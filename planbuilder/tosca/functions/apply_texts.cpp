#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/functions/apply.h"

namespace planbuilder::tosca::apply {

namespace {

bool all_lists(const Arguments& arguments) {
  return std::all_of(arguments.begin(), arguments.end(), [](const Operand& one) { return one.kind == Primitive::list; });
}

std::string joined(const List& items, const std::string& delimiter) {
  std::vector<std::string> parts;
  for (const Value& item : items) parts.push_back(to_text(item));
  return planbuilder::join(parts, delimiter);
}

/// Each of the separators ends a part; without any the text is one.
Outcome part_of(std::string text, const std::string& separators, std::size_t index) {
  for (char& c : text) {
    if (separators.find(c) != std::string::npos) c = separators.front();
  }
  const auto parts = separators.empty() ? std::vector<std::string_view>{text} : split(text, separators.front());
  if (index >= parts.size()) return {{}, "the text has only " + count_of(parts.size(), "part")};
  return {{std::string(parts[index])}};
}

}  // namespace

Outcome concat(const Arguments& arguments) {
  if (all_lists(arguments)) {
    List all;
    for (const Operand& argument : arguments) all.insert(all.end(), list_of(argument).begin(), list_of(argument).end());
    return {{std::move(all)}, "", Primitive::list};
  }
  const auto is_list = [](const Operand& argument) { return argument.kind == Primitive::list; };
  if (std::any_of(arguments.begin(), arguments.end(), is_list)) return {{}, "the arguments must be all strings, or all lists"};
  return concat_of_1_x(arguments);
}

Outcome concat_of_1_x(const Arguments& arguments) {
  std::string text;
  for (const Operand& argument : arguments) text += to_text(argument.value);
  return {{std::move(text)}, "", Primitive::string};
}

Outcome join(const Arguments& arguments) {
  const List& items = list_of(arguments[0]);
  const auto is_collection = [](const Value& item) { return item.get_if<List>() != nullptr || item.get_if<Map>() != nullptr; };
  if (std::any_of(items.begin(), items.end(), is_collection)) return {{}, "the list must hold strings"};
  return {{joined(items, arguments.size() > 1 ? *arguments[1].value.text() : "")}};
}

Outcome join_of_1_x(const Arguments& arguments) {
  const List* items = arguments.empty() ? nullptr : arguments[0].value.get_if<List>();
  if (items == nullptr || arguments.size() > 2) return {{}, "join takes a list and a delimiter"};
  return {{joined(*items, arguments.size() == 2 ? to_text(arguments[1].value) : "")}};
}

Outcome token(const Arguments& arguments) {
  const std::string& separators = *arguments[1].value.text();
  const std::int64_t index = *arguments[2].value.get_if<std::int64_t>();
  if (separators.empty()) return {{}, "there must be a character that separates the parts"};
  if (index < 0) return {{}, "parts are counted from 0"};
  return part_of(*arguments[0].value.text(), separators, static_cast<std::size_t>(index));
}

Outcome token_of_1_x(const Arguments& arguments) {
  const auto index = arguments.size() == 3 ? parse_index(to_text(arguments[2].value)) : std::nullopt;
  if (!index) return {{}, "token takes a text, the separating characters, and the number of the part, counted from 0"};
  return part_of(to_text(arguments[0].value), to_text(arguments[1].value), *index);
}

}  // namespace planbuilder::tosca::apply
