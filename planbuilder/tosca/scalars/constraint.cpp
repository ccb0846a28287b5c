#include "planbuilder/tosca/scalars/constraint.h"

#include <algorithm>
#include <array>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

using Kind = ConstraintKind;

constexpr std::array<std::string_view, 12> names = {"equal",         "greater_than", "greater_or_equal", "less_than",
                                                    "less_or_equal", "in_range",     "valid_values",     "length",
                                                    "min_length",    "max_length",   "pattern",          "schema"};

std::string_view name_of(Kind kind) { return names[static_cast<std::size_t>(kind)]; }

bool applies_to(Kind kind, Primitive type) {
  switch (kind) {
    case Kind::equal:
    case Kind::valid_values: return true;
    case Kind::in_range: return is_ordered(type) || type == Primitive::range;
    case Kind::length:
    case Kind::min_length:
    case Kind::max_length: return has_length(type);
    case Kind::pattern:
    case Kind::schema: return type == Primitive::string || type == Primitive::any;
    default: return is_ordered(type);
  }
}

bool is_unbounded(const Value& value) { return value.text() != nullptr && *value.text() == "UNBOUNDED"; }

/// Reads the argument of one clause; all that is wrong with it is reported here.
class Reading {
 public:
  Reading(const ConstraintClause& clause, Primitive type, const TypeArgument& type_argument, Diagnostics& diagnostics)
      : clause_(clause), type_(type), type_argument_(type_argument), diagnostics_(diagnostics) {}

  bool read(Constraint& into) {
    switch (into.kind) {
      case Kind::in_range: return read_range(into);
      case Kind::valid_values: return read_list(into);
      case Kind::length:
      case Kind::min_length:
      case Kind::max_length: return read_length(into);
      case Kind::pattern: return read_pattern(into);
      case Kind::schema: return true;  // what it means is up to its own language
      default: return type_into(into, clause_.argument);
    }
  }

 private:
  bool type_into(Constraint& into, const Value& given) {
    Value& value = into.arguments.emplace_back(given);
    if (type_ == Primitive::list || type_ == Primitive::map || type_ == Primitive::complex) return type_argument_(value);
    add_missing_unit(type_, value);
    return type_as(type_, value) || refuse(tosca::describe(type_), value.at);
  }

  bool refuse(std::string_view wanted) { return refuse(wanted, clause_.argument.at); }
  bool refuse(std::string_view wanted, SourceRange at) {
    const std::string name = clause_.operation.empty() ? "equal" : clause_.operation.name;
    diagnostics_.error(Code::bad_constraint, at, "the argument of '" + name + "' must be " + std::string(wanted));
    return false;
  }

  bool read_range(Constraint& into) {
    const List* ends = clause_.argument.get_if<List>();
    if (ends == nullptr || ends->size() != 2) return refuse("[lower, upper]");
    // Ranges are compared with whole numbers, at both of their ends.
    bool fits = true;
    for (const Value& end : *ends) {
      if (is_unbounded(end)) {
        into.arguments.push_back({{}, end.at});
      } else if (type_ == Primitive::range) {
        into.arguments.push_back(end);
        if (!type_as(Primitive::integer, into.arguments.back())) return refuse("[lower, upper] with whole numbers");
      } else {
        fits = type_into(into, end) && fits;
      }
    }
    if (!fits) return false;
    const Primitive ends_type = type_ == Primitive::range ? Primitive::integer : type_;
    return compare(ends_type, into.arguments[0], into.arguments[1]) == std::partial_ordering::greater
               ? refuse("[lower, upper], the lower one first")
               : true;
  }

  bool read_list(Constraint& into) {
    const List* values = clause_.argument.get_if<List>();
    if (values == nullptr) return refuse("a list");
    bool fits = true;
    for (const Value& value : *values) fits = type_into(into, value) && fits;
    return fits;
  }

  bool read_length(Constraint& into) {
    Value length = clause_.argument;
    const bool whole = type_as(Primitive::integer, length) && *length.get_if<std::int64_t>() >= 0;
    into.arguments.push_back(std::move(length));
    return whole || refuse("a whole number that is not negative");
  }

  bool read_pattern(Constraint& into) {
    const std::string* text = clause_.argument.text();
    if (text == nullptr) return refuse("a regular expression");
    into.arguments.push_back(clause_.argument);
    into.pattern = Pattern::compile(*text);
    switch (into.pattern.problem()) {
      case Pattern::Problem::none: return true;
      case Pattern::Problem::not_a_pattern: return refuse("a regular expression");
      case Pattern::Problem::too_large: return refuse("a regular expression of moderate size");
      case Pattern::Problem::other_dialect:
        diagnostics_.warning(Code::pattern_unchecked, clause_.argument.at,
                             "values are not checked against this pattern: it is not one of ECMAScript");
        return false;
    }
    return false;
  }

  const ConstraintClause& clause_;
  Primitive type_;
  const TypeArgument& type_argument_;
  Diagnostics& diagnostics_;
};

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
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Kind>(found - names.begin());
}

std::vector<std::string_view> names_of_constraints() { return {names.begin(), names.end()}; }

std::optional<Constraint> understand(const ConstraintClause& clause, Primitive type, const TypeArgument& type_argument,
                                     Diagnostics& diagnostics) {
  const auto kind = clause.operation.empty() ? Kind::equal : constraint_named(clause.operation.name);
  if (!kind) return std::nullopt;  // reported where it was read
  if (!applies_to(*kind, type)) {
    diagnostics.error(
        Code::bad_constraint, clause.operation.at,
        "'" + std::string(name_of(*kind)) + "' cannot constrain a value of type " + std::string(tosca::name_of(type)));
    return std::nullopt;
  }
  if (!is_literal(clause.argument)) return std::nullopt;
  Constraint constraint{*kind, {}, {}, clause.operation.empty() ? clause.argument.at : clause.operation.at};
  if (!Reading(clause, type, type_argument, diagnostics).read(constraint)) return std::nullopt;
  return constraint;
}

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
