#include <unordered_set>

#include "planbuilder/flow/derive.h"

namespace planbuilder::flow {

tosca::Region part_of(const tosca::Topology& topology, const std::vector<tosca::NodeId>& nodes, const PlanKind& kind,
                      bool with_dependencies) {
  const bool down = kind->goes_down();
  tosca::Region part;
  std::unordered_set<tosca::NodeId> inside;
  const auto take = [&](tosca::NodeId node) {
    if (inside.insert(node).second) part.nodes.push_back(node);
  };
  for (const tosca::NodeId node : nodes) take(node);
  for (std::size_t next = 0; with_dependencies && next < part.nodes.size(); ++next) {
    const tosca::Node& node = topology.nodes[part.nodes[next]];
    for (const tosca::RelationshipId id : down ? node.incoming : node.outgoing)
      take(down ? topology.relationships[id].source : topology.relationships[id].target);
  }
  for (const tosca::RelationshipId id : topology.relationships.ids()) {
    const tosca::Relationship& relationship = topology.relationships[id];
    // A relationship is made with its source, which needs it; it goes away with either end.
    if (inside.contains(relationship.source) || (down && inside.contains(relationship.target))) part.relationships.push_back(id);
  }
  return part;
}

}  // namespace planbuilder::flow
