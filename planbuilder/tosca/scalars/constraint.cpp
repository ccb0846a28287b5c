#include "planbuilder/tosca/scalars/constraint.h"

#include <algorithm>
#include <array>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

using Kind = ConstraintKind;

constexpr std::array<std::string_view, 12> constraint_names = {"equal",         "greater_than", "greater_or_equal", "less_than",
                                                               "less_or_equal", "in_range",     "valid_values",     "length",
                                                               "min_length",    "max_length",   "pattern",          "schema"};

/// Of a text its characters, of a collection its entries.
std::optional<std::size_t> length_of(const Value& value) {
  if (const std::string* text = value.text()) return display_width(*text);
  if (const List* list = value.get_if<List>()) return list->size();
  if (const Map* map = value.get_if<Map>()) return map->size();
  return std::nullopt;
}

bool equal(Primitive type, const Value& left, const Value& right) {
  return is_ordered(type) && type != Primitive::any ? compare(type, left, right) == 0 : same(left, right);
}

bool is_inside(Primitive type, const Value& value, const std::vector<Value>& ends) {
  const bool above = ends[0].is_null() || compare(type, value, ends[0]) >= 0;
  return above && (ends[1].is_null() || compare(type, value, ends[1]) <= 0);
}

bool is_range_inside(const Value& value, const std::vector<Value>& ends) {
  for (const Value& end : *value.get_if<List>()) {
    if (is_unbounded(end) ? !ends[1].is_null() : !is_inside(Primitive::integer, end, ends)) return false;
  }
  return true;
}

bool length_holds(const Constraint& constraint, const Value& value) {
  const auto length = length_of(value);
  if (!length) return true;
  const auto wanted = static_cast<std::size_t>(*constraint.arguments[0].get_if<std::int64_t>());
  if (constraint.kind == Kind::length) return *length == wanted;
  return constraint.kind == Kind::min_length ? *length >= wanted : *length <= wanted;
}

std::string quote(const Value& value) { return value.text() != nullptr ? "'" + *value.text() + "'" : to_text(value); }

std::string list_of(const std::vector<Value>& values) {
  constexpr std::size_t most = 20;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) shown.push_back(quote(values[i]));
  if (values.size() > most) shown.emplace_back("...");
  return join(shown, ", ");
}

std::string describe_range(const std::vector<Value>& ends) {
  if (ends[0].is_null() && ends[1].is_null()) return "anything";
  if (ends[0].is_null()) return "at most " + quote(ends[1]);
  if (ends[1].is_null()) return "at least " + quote(ends[0]);
  return "between " + quote(ends[0]) + " and " + quote(ends[1]);
}

std::string describe_length(const Constraint& constraint, Primitive type) {
  const std::string_view more = constraint.kind == Kind::min_length   ? "at least "
                                : constraint.kind == Kind::max_length ? "at most "
                                                                      : "";
  const auto length = static_cast<std::size_t>(*constraint.arguments[0].get_if<std::int64_t>());
  const bool counts_entries = type == Primitive::list || type == Primitive::map;
  if (!counts_entries) return std::string(more) + count_of(length, "character") + " long";
  return std::string(more) + std::to_string(length) + (length == 1 ? " entry" : " entries") + " long";
}

}  // namespace

std::optional<ConstraintKind> constraint_named(std::string_view name) {
  const auto found = std::find(constraint_names.begin(), constraint_names.end(), name);
  if (found == constraint_names.end()) return std::nullopt;
  return static_cast<Kind>(found - constraint_names.begin());
}

std::string_view name_of(ConstraintKind kind) { return constraint_names[static_cast<std::size_t>(kind)]; }

std::vector<std::string_view> names_of_constraints() { return {constraint_names.begin(), constraint_names.end()}; }

bool is_unbounded(const Value& value) { return value.text() != nullptr && *value.text() == "UNBOUNDED"; }

bool holds(const Constraint& constraint, Primitive type, const Value& value) {
  const std::vector<Value>& arguments = constraint.arguments;
  switch (constraint.kind) {
    case Kind::length:
    case Kind::min_length:
    case Kind::max_length: return length_holds(constraint, value);
    case Kind::schema: return true;
    default: break;
  }
  if (!is_literal(value)) return true;
  switch (constraint.kind) {
    case Kind::equal: return equal(type, value, arguments[0]);
    case Kind::greater_than: return compare(type, value, arguments[0]) > 0;
    case Kind::greater_or_equal: return compare(type, value, arguments[0]) >= 0;
    case Kind::less_than: return compare(type, value, arguments[0]) < 0;
    case Kind::less_or_equal: return compare(type, value, arguments[0]) <= 0;
    case Kind::in_range: return type == Primitive::range ? is_range_inside(value, arguments) : is_inside(type, value, arguments);
    case Kind::valid_values:
      return std::any_of(arguments.begin(), arguments.end(), [&](const Value& valid) { return equal(type, value, valid); });
    case Kind::pattern: return value.text() == nullptr || constraint.pattern.matches(*value.text());
    default: return true;
  }
}

std::string describe(const Constraint& constraint, Primitive type) {
  const std::vector<Value>& arguments = constraint.arguments;
  switch (constraint.kind) {
    case Kind::equal: return quote(arguments[0]);
    case Kind::greater_than: return "greater than " + quote(arguments[0]);
    case Kind::greater_or_equal: return "at least " + quote(arguments[0]);
    case Kind::less_than: return "less than " + quote(arguments[0]);
    case Kind::less_or_equal: return "at most " + quote(arguments[0]);
    case Kind::in_range: return describe_range(arguments);
    case Kind::valid_values: return arguments.size() == 1 ? quote(arguments[0]) : "one of " + list_of(arguments);
    case Kind::pattern: return "text that matches " + quote(arguments[0]);
    case Kind::schema: return "as its schema says";
    default: return describe_length(constraint, type);
  }
}

}  // namespace planbuilder::tosca
