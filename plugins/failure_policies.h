// What the model says of failures: policies of the type `planbuilder.policies.Failure`.
#pragma once

#include "planbuilder/plan/plan.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::plugins {

/// With targets, a policy is about what plans do to these nodes; without, about the plan. Of two about the same the last one
/// counts. A time limit is that of operations that have none.
void take_failure_policies(const tosca::Topology& topology, plan::Plan& plan, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
