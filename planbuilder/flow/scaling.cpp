#include "planbuilder/flow/scaling.h"

#include <algorithm>
#include <unordered_set>

namespace planbuilder::flow {

namespace {

void add_scaling(const tosca::Topology& topology, const tosca::Region& region, std::vector<plan::Scaling>& all) {
  if (!region.limits) return;
  const std::string& node = topology.nodes[anchor_of(topology, region)].name;
  all.push_back({region.name, node, region.limits->minimum, region.limits->maximum, region.limits->initial});
}

}  // namespace

tosca::NodeId anchor_of(const tosca::Topology& topology, const tosca::Region& region) {
  const std::unordered_set<tosca::NodeId> inside(region.nodes.begin(), region.nodes.end());
  const auto stands_free = [&](tosca::NodeId node) {
    const auto& incoming = topology.nodes[node].incoming;
    return std::none_of(incoming.begin(), incoming.end(),
                        [&](tosca::RelationshipId id) { return inside.contains(topology.relationships[id].source); });
  };
  const auto found = std::find_if(region.nodes.begin(), region.nodes.end(), stands_free);
  return found == region.nodes.end() ? region.nodes.front() : *found;
}

std::vector<plan::Scaling> scaling_of(const tosca::Topology& topology, const PlanRequest& request) {
  std::vector<plan::Scaling> all;
  if (request.kind->subject == Subject::region && request.region != nullptr) {
    add_scaling(topology, *request.region, all);
  } else if (request.kind->makes_service() && request.region == nullptr) {
    for (const tosca::Region& region : topology.regions) add_scaling(topology, region, all);
  }
  return all;
}

}  // namespace planbuilder::flow
