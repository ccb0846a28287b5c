// The order between an activity of a relationship and those of its ends.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

enum class End { source, target };

/// With an activity of one of the ends. `rule` is the name that the edge has for why.
void order_end(Flow& flow, tosca::RelationshipId id, ActivityId here, End end, ActivityId there, Order order,
               const std::string& rule);
/// Of the ends with each other, where the relationship has no activity.
void order_directly(Flow& flow, tosca::RelationshipId id, ActivityId source, ActivityId target, Order order,
                    const std::string& rule);
/// With all activities that the ends have.
void order_ends(Flow& flow, tosca::RelationshipId id, ActivityId here, Order order, const std::string& rule);

}  // namespace planbuilder::flow
