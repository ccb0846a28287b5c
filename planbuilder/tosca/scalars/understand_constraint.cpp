#include "planbuilder/tosca/scalars/understand_constraint.h"

namespace planbuilder::tosca {

namespace {

using Kind = ConstraintKind;

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

}  // namespace

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

}  // namespace planbuilder::tosca
