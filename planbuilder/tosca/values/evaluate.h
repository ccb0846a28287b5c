// Functions of a model: evaluated where their arguments are known, otherwise reduced to what a run must look up.
#pragma once

#include "planbuilder/tosca/values/evaluation_context.h"
#include "planbuilder/tosca/values/residual_call.h"

namespace planbuilder::tosca {

/// Keywords (SELF, SOURCE, TARGET, HOST) and paths are resolved. The calls that may be left are those that a run knows
/// (planbuilder/plan/run_functions.h); functions of 2.0 that only a run could answer are left as they are. residual_call.h
/// has how they name the entity that they read.
Value evaluate(const EvaluationContext& context, const Value& value);

}  // namespace planbuilder::tosca
