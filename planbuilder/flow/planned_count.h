// How many activities an entity gets: one, or one per representation.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

struct PlannedCount {
  std::uint32_t count = 1;
  bool indexed = false;  // the model says how many there are, be it one
};

/// More than this of one entity, or of edges between two, is refused.
inline constexpr std::size_t most_representations = 1'000'000;

/// Says where the number is not what everyone would expect: none, one of unknown many, the default of an input, too many.
PlannedCount planned_count(Flow& flow, tosca::NodeId node);
/// As many as its source has, times what the requirement says. To be asked when the ends have their activities.
PlannedCount planned_count(Flow& flow, tosca::RelationshipId relationship);

}  // namespace planbuilder::flow
