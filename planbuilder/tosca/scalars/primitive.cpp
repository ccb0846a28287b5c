#include "planbuilder/tosca/scalars/primitive.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/scalars/bytes.h"
#include "planbuilder/tosca/scalars/scalar_unit.h"
#include "planbuilder/tosca/scalars/timestamp.h"
#include "planbuilder/tosca/scalars/version_number.h"

namespace planbuilder::tosca {

namespace {

constexpr std::array<std::pair<std::string_view, Primitive>, 17> primitive_names = {{
    {"string", Primitive::string},
    {"integer", Primitive::integer},
    {"float", Primitive::number},
    {"boolean", Primitive::boolean},
    {"timestamp", Primitive::timestamp},
    {"null", Primitive::null},
    {"range", Primitive::range},
    {"version", Primitive::version},
    {"list", Primitive::list},
    {"map", Primitive::map},
    {"scalar-unit.size", Primitive::size},
    {"scalar-unit.time", Primitive::time},
    {"scalar-unit.frequency", Primitive::frequency},
    {"scalar-unit.bitrate", Primitive::bitrate},
    {"bytes", Primitive::bytes},
    {"nil", Primitive::null},
    {"scalar", Primitive::scalar},
}};

/// from_chars knows no `+`, and `+-1` is no number.
std::string_view without_plus(std::string_view text) {
  return text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
}

/// `.inf`, `-.Inf`, `.NAN`: as YAML writes what is no finite number.
std::optional<double> parse_special_float(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view word = negative ? text.substr(1) : without_plus(text);
  if (word == ".inf" || word == ".Inf" || word == ".INF") {
    return (negative ? -1 : 1) * std::numeric_limits<double>::infinity();
  }
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0o")) {
    base = text[1] == 'x' ? 16 : 8;
    text.remove_prefix(2);
  } else {
    text = without_plus(text);
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<double> parse_float(std::string_view text) {
  if (const auto special = parse_special_float(text)) return special;
  text = without_plus(text);
  // from_chars also takes "inf" and "nan", which are words in YAML.
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc()) return number;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  // Too large or too small for a double: as near as one gets.
  if (text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos) return 0.0;
  return (text.starts_with('-') ? -1 : 1) * std::numeric_limits<double>::infinity();
}

std::optional<bool> parse_boolean(std::string_view text) {
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  return std::nullopt;
}

/// YAML 1.1 had more words for it, and templates still use them where a boolean is wanted.
std::optional<bool> parse_old_boolean(std::string_view text) {
  for (const std::string_view word : {"yes", "Yes", "YES", "y", "Y", "on", "On", "ON"}) {
    if (text == word) return true;
  }
  for (const std::string_view word : {"no", "No", "NO", "n", "N", "off", "Off", "OFF"}) {
    if (text == word) return false;
  }
  return parse_boolean(text);
}

std::optional<UnitKind> unit_kind(Primitive primitive) {
  switch (primitive) {
    case Primitive::size: return UnitKind::size;
    case Primitive::time: return UnitKind::time;
    case Primitive::frequency: return UnitKind::frequency;
    case Primitive::bitrate: return UnitKind::bitrate;
    default: return std::nullopt;
  }
}

/// The text of a plain scalar.
const std::string* plain_text(const Value& value) { return value.plain ? value.text() : nullptr; }

bool is_unbounded(const Value& value) { return value.text() != nullptr && *value.text() == "UNBOUNDED"; }

/// [lower, upper]; what is computed by a function is left for later.
bool type_range(Value& value) {
  List* ends = std::get_if<List>(&value.data);
  if (ends == nullptr || ends->size() != 2) return false;
  for (Value& end : *ends) {
    if (end.call() != nullptr) return true;
    if (is_unbounded(end)) {
      end.plain = false;
    } else if (!type_as(Primitive::integer, end)) {
      return false;
    }
  }
  const auto* lower = ends->front().get_if<std::int64_t>();
  const auto* upper = ends->back().get_if<std::int64_t>();
  return lower != nullptr && (upper == nullptr || *lower <= *upper);
}

/// Types that stay text, whatever a scalar looks like.
bool is_text_of(Primitive primitive, std::string_view text) {
  if (const auto kind = unit_kind(primitive)) return parse_scalar_unit(*kind, text).has_value();
  if (primitive == Primitive::timestamp) return parse_timestamp(text).has_value();
  if (primitive == Primitive::version) return parse_version_number(text).has_value();
  if (primitive == Primitive::bytes) return is_base64(text);
  return true;
}

template <class T>
bool type_scalar(Value& value, std::optional<T> (*parse)(std::string_view)) {
  if (const std::string* text = plain_text(value)) {
    if (const auto parsed = parse(*text)) value.data = *parsed;
  }
  return std::holds_alternative<T>(value.data);
}

/// What no finite double can hold stays as it was written: neither JSON nor a script has a form for it.
bool type_number(Value& value) {
  const std::string* text = plain_text(value);
  if (text == nullptr) return to_double(value).has_value();
  auto number = parse_float(*text);
  if (!number) {
    if (const auto whole = parse_integer(*text)) number = static_cast<double>(*whole);  // hexadecimal or octal
  }
  if (number && std::isfinite(*number)) value.data = *number;
  return number.has_value();
}

template <class Parsed>
std::partial_ordering compare_parsed(const std::optional<Parsed>& left, const std::optional<Parsed>& right) {
  return left && right ? std::partial_ordering(*left <=> *right) : std::partial_ordering::unordered;
}

}  // namespace

std::optional<double> to_double(const Value& value) {
  if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* number = value.get_if<double>()) return *number;
  const auto special = value.text() == nullptr ? std::nullopt : parse_float(*value.text());
  return special && !std::isfinite(*special) ? special : std::nullopt;
}

std::optional<Primitive> primitive_named(std::string_view name) {
  if (name.starts_with("tosca:")) name.remove_prefix(6);
  for (const auto& [known, primitive] : primitive_names) {
    if (known == name) return primitive;
  }
  return std::nullopt;
}

bool is_new_in_2_0(std::string_view name) { return name == "bytes" || name == "nil" || name == "scalar"; }

std::vector<std::string_view> names_of_primitives() {
  std::vector<std::string_view> all;
  for (const auto& entry : primitive_names) all.push_back(entry.first);
  return all;
}

std::string_view name_of(Primitive primitive) {
  for (const auto& [name, known] : primitive_names) {
    if (known == primitive) return name;
  }
  return primitive == Primitive::complex ? "data type" : "value";
}

std::string describe(Primitive primitive) {
  if (const auto kind = unit_kind(primitive)) {
    return "a " + std::string(name_of(primitive)) + ", which is a number with a unit (" + list_units(*kind) + ")";
  }
  switch (primitive) {
    case Primitive::integer: return "an integer";
    case Primitive::number: return "a number";
    case Primitive::boolean: return "true or false";
    case Primitive::null: return "null";
    case Primitive::timestamp: return "a timestamp, for example 2001-12-14T21:59:43Z";
    case Primitive::version: return "a version, for example 2.1 or 1.0.0.beta-10";
    case Primitive::range: return "a range, [lower, upper]";
    case Primitive::bytes: return "bytes, written in base64";
    case Primitive::scalar: return "a number with a unit";
    case Primitive::complex: return "a map";
    default: return "a " + std::string(name_of(primitive));
  }
}

std::partial_ordering compare(Primitive primitive, const Value& left, const Value& right) {
  if (const auto* a = left.get_if<std::int64_t>(), *b = right.get_if<std::int64_t>(); a != nullptr && b != nullptr) {
    return *a <=> *b;
  }
  if (primitive == Primitive::number) return compare_parsed(to_double(left), to_double(right));
  if (const auto* a = left.get_if<double>(), *b = right.get_if<double>(); a != nullptr && b != nullptr) return *a <=> *b;
  if (left.text() == nullptr || right.text() == nullptr) return std::partial_ordering::unordered;
  const std::string& a = *left.text();
  const std::string& b = *right.text();
  if (const auto kind = unit_kind(primitive)) return compare_parsed(parse_scalar_unit(*kind, a), parse_scalar_unit(*kind, b));
  if (primitive == Primitive::timestamp) return compare_parsed(parse_timestamp(a), parse_timestamp(b));
  if (primitive == Primitive::version) {
    const auto one = parse_version_number(a);
    const auto other = parse_version_number(b);
    return one && other ? compare(*one, *other) : std::partial_ordering::unordered;
  }
  return a <=> b;
}

bool is_ordered(Primitive primitive) {
  switch (primitive) {
    case Primitive::any:
    case Primitive::string:
    case Primitive::integer:
    case Primitive::number:
    case Primitive::timestamp:
    case Primitive::version: return true;
    default: return unit_kind(primitive).has_value();
  }
}

bool is_amount(Primitive primitive) { return primitive == Primitive::scalar || unit_kind(primitive).has_value(); }

std::optional<double> parse_amount(Primitive primitive, std::string_view text) {
  const auto kind = unit_kind(primitive);
  return kind ? parse_scalar_unit(*kind, text) : std::nullopt;
}

std::string format_amount(Primitive primitive, double amount) {
  const auto kind = unit_kind(primitive);
  if (!kind) return format_number(amount);
  const std::string unit(base_unit(*kind));
  return format_number(amount / parse_scalar_unit(*kind, "1 " + unit).value_or(1)) + " " + unit;
}

bool has_length(Primitive primitive) {
  return primitive == Primitive::any || primitive == Primitive::string || primitive == Primitive::list ||
         primitive == Primitive::map;
}

bool is_strict_form_of(Primitive primitive, const Value& value) {
  if (primitive == Primitive::version && value.text() != nullptr) return value.text()->find('.') != std::string::npos;
  if (primitive == Primitive::timestamp && value.text() != nullptr) return is_rfc_3339(*value.text());
  const std::string* text = plain_text(value);
  if (text == nullptr) return true;
  if (primitive == Primitive::boolean) return parse_boolean(*text).has_value();
  return primitive != Primitive::string || !(parse_boolean(*text) || parse_integer(*text) || parse_float(*text));
}

std::optional<std::size_t> parse_index(std::string_view text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return std::stoul(std::string(text));
}

bool type_as(Primitive primitive, Value& value) {
  // What a function computed may be whole where a fraction would do.
  if (const auto* whole = value.get_if<std::int64_t>(); whole != nullptr && primitive == Primitive::number) {
    value.data = static_cast<double>(*whole);
  }
  bool fits = false;
  switch (primitive) {
    case Primitive::any: type_as_yaml(value); return true;
    case Primitive::integer: fits = type_scalar(value, parse_integer); break;
    case Primitive::number: fits = type_number(value); break;
    case Primitive::boolean: fits = type_scalar(value, parse_old_boolean); break;
    case Primitive::null: fits = value.is_null(); break;
    case Primitive::range: fits = type_range(value); break;
    case Primitive::list: fits = value.get_if<List>() != nullptr; break;
    case Primitive::map:
    case Primitive::complex: fits = value.get_if<Map>() != nullptr; break;
    default: fits = value.text() != nullptr && is_text_of(primitive, *value.text()); break;
  }
  value.plain = false;
  return fits;
}

void add_missing_unit(Primitive primitive, Value& value) {
  const std::string* text = plain_text(value);
  const auto kind = unit_kind(primitive);
  if (kind && text != nullptr && parse_float(*text)) value.data = *text + " " + std::string(base_unit(*kind));
}

void type_as_yaml(Value& value) {
  if (const std::string* text = plain_text(value)) {
    if (const auto truth = parse_boolean(*text)) {
      value.data = *truth;
    } else if (const auto integer = parse_integer(*text)) {
      value.data = *integer;
    } else if (const auto number = parse_float(*text)) {
      value.data = *number;
    }
  }
  value.plain = false;
  if (List* list = std::get_if<List>(&value.data)) {
    for (Value& item : *list) type_as_yaml(item);
  } else if (Map* map = std::get_if<Map>(&value.data)) {
    for (MapEntry& entry : *map) type_as_yaml(entry.value);
  } else if (Call* call = std::get_if<Call>(&value.data)) {
    // Names and paths are text; what a function joins stays as it was written.
    for (Value& argument : call->arguments) {
      argument.plain = false;
      type_as_yaml(argument);
    }
  }
}

}  // namespace planbuilder::tosca
