// Calls get their types: arguments are typed and checked, and what is known already is computed.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/tosca/values/functions/function_table.h"

namespace planbuilder::tosca {

struct CallContext {
  ValueTypes& types;
  Diagnostics& diagnostics;
  const Operand* value = nullptr;  // what `$value` stands for in a validation
};

/// Replaces the call by its result where all its arguments are known; otherwise it stays, reduced as far as possible.
/// `wanted` is the type that the result is for. None when the call is wrong, which is reported.
std::optional<Operand> type_call(Value& call, ValueTypeId wanted, const CallContext& context);

/// Every call in a value whose own type is not known. False when one of them is wrong, which is reported.
bool type_calls_inside(Value& value, const CallContext& context);

/// A result that is not known yet can still not be of the wrong kind.
bool may_become(const Operand& result, ValueTypeId wanted, const ValueTypes& types);

/// `{$less_than: [$value, 10]}` in one line, as it would be written.
std::string render_call(const Value& value);

}  // namespace planbuilder::tosca
