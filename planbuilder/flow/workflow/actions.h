// What policies do when their triggers act, and which plan that is.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/flow/plan_request.h"
#include "planbuilder/flow/workflow/trigger_targets.h"

namespace planbuilder::flow {

/// Those that do something.
std::vector<PolicyTrigger> policy_triggers(const tosca::Topology& topology);

/// The name of the plan that the activities of an action make: `trigger-POLICY.TRIGGER`.
std::string own_plan_of(const PolicyTrigger& from);

/// The name of the plan that a trigger sets off. A workflow, an event of the service and a region have plans of their own; the
/// activities of any other action make one.
std::string plan_of_action(const tosca::Topology& topology, const TriggerTargets& targets, const PolicyTrigger& from);

/// The plans that actions make, each by a workflow named like the trigger: its activities are done to all that it is about.
std::vector<PlanRequest> action_plans(const tosca::Topology& topology);

}  // namespace planbuilder::flow
