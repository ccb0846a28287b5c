// Constraint clauses: understood once for the type they constrain, then checked against its values.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions.h"
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
std::vector<std::string_view> names_of_constraints();

struct Constraint {
  ConstraintKind kind = ConstraintKind::equal;
  std::vector<Value> arguments;  // typed; an end of a range that is open is null
  Pattern pattern;
  SourceRange at = {};
};

/// Gives a collection the type that is constrained, reporting what does not fit; false then.
using TypeArgument = std::function<bool(Value&)>;

/// None when the clause does not fit the type (which is reported) or is only known at run time.
std::optional<Constraint> understand(const ConstraintClause& clause, Primitive type, const TypeArgument& type_argument,
                                     Diagnostics& diagnostics);

/// Holds for what is not known before a run.
bool holds(const Constraint& constraint, Primitive type, const Value& value);

/// "at least 1": what a value must be.
std::string describe(const Constraint& constraint, Primitive type);

}  // namespace planbuilder::tosca
