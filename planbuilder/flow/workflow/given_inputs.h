// Inputs of a workflow that another one inlines: what is given takes the place of what is read.
#pragma once

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

/// Inputs that are not given stay: the plan asks for them.
void put_in(const GivenInputs& given, plan::Expression& value);

}  // namespace planbuilder::flow
