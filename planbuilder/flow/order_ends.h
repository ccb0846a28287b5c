// The order between an activity of a relationship and those of its ends.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// `rule` is the name that the edges have for why.
void order_ends(Flow& flow, tosca::RelationshipId id, ActivityId here, Order order, const std::string& rule);

}  // namespace planbuilder::flow
