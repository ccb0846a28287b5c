// What is there several times is done several times.
#pragma once

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

/// Gives every entity that the model counts as many activities as the plan by relationships has for it, each ordered with what
/// belongs to the same representation. False when nothing is counted.
bool multiply_counted(flow::AbstractPlan& plan, const flow::AbstractPlan& by_relationships, const tosca::Topology& topology);

}  // namespace planbuilder::events
