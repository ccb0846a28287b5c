// What calls nothing is no activity of its own, unless it keeps others in order.
#pragma once

#include <functional>

#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

/// Takes events out of a plan for which nothing is called; what came before one comes before all that came after it, so that the
/// order of the others stays as it is. Every entity keeps one activity, where its instance is made or removed: if nothing is
/// called for any of its events, that one is its whole provisioning or termination. An event with several activities before and
/// several after it stays: an edge for each pair of them would be more than it is. False when there is nothing to fold. The
/// order is to be settled anew.
bool fold_idle(flow::AbstractPlan& plan, const std::function<bool(const flow::Activity&)>& calls_nothing);

}  // namespace planbuilder::events
