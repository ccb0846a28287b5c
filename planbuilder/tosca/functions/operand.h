// Arguments and results of functions: values that know their type, as far as it is known.
#pragma once

#include <compare>
#include <string>

#include "planbuilder/support/value.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/scalars/scalar_units.h"

namespace planbuilder::tosca {

/// Amounts stand as numbers in their canonical unit, so that functions compare and add them as such.
struct Operand {
  Value value;                      // nothing when it is not known
  Primitive kind = Primitive::any;  // what it is, even when the value is not known
  ValueTypeId type;                 // where it has one
  bool known = true;
};

/// What a function makes of arguments that are known: the value, or why there is none.
struct Outcome {
  Value value;
  std::string problem = {};
  Primitive kind = Primitive::any;  // where the result is one of several kinds
};

/// What a literal without a type is by itself.
Operand operand_of(Value value);
/// One whose value only a run knows.
Operand unknown_operand(Primitive kind, ValueTypeId type = {});

bool is_number(Primitive kind);
bool is_map(Primitive kind);

/// Order of two values of kinds that have one; unordered otherwise.
std::partial_ordering order(const Operand& left, const Operand& right);
/// Deep; numbers are equal whatever their kind, maps whatever their order.
bool equal(const Value& left, const Value& right);
bool equal(const Operand& left, const Operand& right);

}  // namespace planbuilder::tosca
