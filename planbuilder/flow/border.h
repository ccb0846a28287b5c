// Where a region ends: relationships that lead out of it.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// Which side of a relationship of the region is outside and must be selected, if any.
enum class Crossing { none, border, foreign };
struct BorderSide {
  Crossing crossing = Crossing::none;
  tosca::NodeId outside;
};
/// foreign: the relationship belongs to the outside node's own life, not to the region's.
BorderSide border_of(const Flow& flow, tosca::RelationshipId relationship);

}  // namespace planbuilder::flow
