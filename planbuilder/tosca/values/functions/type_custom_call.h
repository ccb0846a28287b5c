// Calls of functions that a file defines: checked against their signatures, and left to the orchestrator.
#pragma once

#include "planbuilder/tosca/values/functions/type_call.h"

namespace planbuilder::tosca {

/// As type_call. The result is never known before a run.
std::optional<Operand> type_custom_call(Value& call, const FunctionDefinition& function, const CallContext& context);

/// Reports types in the signatures that do not exist.
void check_signatures(const FunctionDefinition& function, ValueTypes& types);

}  // namespace planbuilder::tosca
