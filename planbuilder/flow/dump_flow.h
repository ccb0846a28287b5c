// The abstract plan, before plugins fill it: `planbuilder dump --stage flow`.
#pragma once

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::flow {

Value dump_flow(const AbstractPlan& plan, const tosca::Topology& topology, const Sources& sources);

}  // namespace planbuilder::flow
