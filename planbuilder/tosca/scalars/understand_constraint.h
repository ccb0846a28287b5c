// Constraint clauses are understood once, for the type that they constrain.
#pragma once

#include <functional>
#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/scalars/constraint.h"

namespace planbuilder::tosca {

/// Gives a collection the type that is constrained, reporting what does not fit; false then.
using TypeArgument = std::function<bool(Value&)>;

/// None when the clause does not fit the type (which is reported) or is only known at run time.
std::optional<Constraint> understand(const ConstraintClause& clause, Primitive type, const TypeArgument& type_argument,
                                     Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
