// Constraints that are understood (understand_constraint.h): what values of a type must be.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/tosca/scalars/pattern.h"
#include "planbuilder/tosca/scalars/primitive.h"

namespace planbuilder::tosca {

enum class ConstraintKind : std::uint8_t {
  equal,
  greater_than,
  greater_or_equal,
  less_than,
  less_or_equal,
  in_range,
  valid_values,
  length,
  min_length,
  max_length,
  pattern,
  schema
};

std::optional<ConstraintKind> constraint_named(std::string_view name);
std::string_view name_of(ConstraintKind kind);
std::vector<std::string_view> names_of_constraints();
/// An open end of a range.
bool is_unbounded(const Value& value);

struct Constraint {
  ConstraintKind kind = ConstraintKind::equal;
  std::vector<Value> arguments;  // typed; an end of a range that is open is null
  Pattern pattern;
  SourceRange at = {};
};

/// Holds for what is not known before a run.
bool holds(const Constraint& constraint, Primitive type, const Value& value);

/// "at least 1": what a value must be.
std::string describe(const Constraint& constraint, Primitive type);

}  // namespace planbuilder::tosca
