#include "planbuilder/flow/border.h"

namespace planbuilder::flow {

BorderSide border_of(const Flow& flow, tosca::RelationshipId id) {
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  const bool source_inside = flow.is_inside(relationship.source);
  const bool target_inside = flow.is_inside(relationship.target);
  if (source_inside && target_inside) return {};
  if (source_inside) return {Crossing::border, relationship.target};
  const Rule* rule = flow.semantics.find(flow.topology, relationship.type);
  const bool connects = rule != nullptr && rule->order(Direction::build) == Order::ends_first;
  return {target_inside && connects ? Crossing::border : Crossing::foreign, relationship.source};
}

}  // namespace planbuilder::flow
