#include "planbuilder/tosca/coerce.h"

#include <charconv>
#include <optional>

namespace planbuilder::tosca {

namespace {

std::optional<std::int64_t> parse_integer(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0o")) {
    base = text[1] == 'x' ? 16 : 8;
    text.remove_prefix(2);
  } else if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> parse_float(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  // from_chars also takes "inf" and "nan", which YAML writes with a dot.
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<bool> parse_boolean(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  return std::nullopt;
}

/// How YAML's core schema reads a plain scalar.
void settle_untyped(Value& value) {
  const std::string text = *value.text();
  if (const auto truth = parse_boolean(text)) {
    value.data = *truth;
  } else if (const auto integer = parse_integer(text)) {
    value.data = *integer;
  } else if (const auto number = parse_float(text)) {
    value.data = *number;
  }
  value.plain = false;
}

void settle_inside(Value& value) {
  if (value.plain) settle_untyped(value);
  if (List* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) settle_inside(item);
  } else if (Map* map = std::get_if<Map>(&value.data)) {
    for (MapEntry& entry : *map) settle_inside(entry.value);
  } else if (Call* call = std::get_if<Call>(&value.data)) {
    // Names and paths are text; what a function joins stays as it was written.
    for (Value& argument : call->arguments) {
      argument.plain = false;
      settle_inside(argument);
    }
  }
}

void report(const Value& value, std::string_view what, std::string_view wanted, Diagnostics& diagnostics) {
  diagnostics.error(Code::wrong_value, value.at, std::string(what) + " must be " + std::string(wanted));
}

/// A scalar of a primitive type; true when the type is one.
bool coerce_primitive(Value& value, std::string_view type, std::string_view what, Diagnostics& diagnostics) {
  const std::string* text = value.plain ? value.text() : nullptr;
  if (type == "integer") {
    const auto integer = text != nullptr ? parse_integer(*text) : std::nullopt;
    if (integer) value.data = *integer;
    if (!std::holds_alternative<std::int64_t>(value.data)) report(value, what, "an integer", diagnostics);
  } else if (type == "float") {
    const auto number = text != nullptr ? parse_float(*text) : std::nullopt;
    if (number) value.data = *number;
    if (!std::holds_alternative<double>(value.data)) report(value, what, "a number", diagnostics);
  } else if (type == "boolean") {
    const auto truth = text != nullptr ? parse_boolean(*text) : std::nullopt;
    if (truth) value.data = *truth;
    if (!std::holds_alternative<bool>(value.data)) report(value, what, "true or false", diagnostics);
  } else if (type == "string" || type == "timestamp" || type == "version" || type.starts_with("scalar-unit.")) {
    if (value.text() == nullptr) report(value, what, "a " + std::string(type), diagnostics);
  } else {
    return false;
  }
  value.plain = false;
  return true;
}

}  // namespace

void coerce(Value& value, const Schema& schema, std::string_view what, Diagnostics& diagnostics) {
  if (value.call() != nullptr || value.is_null()) {
    settle_inside(value);
    return;
  }
  const std::string& type = schema.type.name;
  const Schema entry{{schema.entry_type, schema.type.at}, {}};
  if (type == "list") {
    List* list = std::get_if<List>(&value.data);
    if (list == nullptr) return report(value, what, "a list", diagnostics);
    for (Value& item : *list) coerce(item, entry, what, diagnostics);
  } else if (type == "map") {
    Map* map = std::get_if<Map>(&value.data);
    if (map == nullptr) return report(value, what, "a map", diagnostics);
    for (MapEntry& item : *map) coerce(item.value, entry, what, diagnostics);
  } else if (!coerce_primitive(value, type, what, diagnostics)) {
    settle_inside(value);
  }
}

}  // namespace planbuilder::tosca
