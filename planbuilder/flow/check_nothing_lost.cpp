#include "planbuilder/flow/border.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

namespace {

/// Only what is built is there as often as the model says; one instance is selected, and removing goes over all instances.
bool is_single(const Flow& flow, tosca::EntityId entity) {
  const auto first = flow.activity_of(entity);
  return !flow.request.kind->makes_service() || (first && flow[*first].transition != Transition::provision);
}

/// How many activities there must be, by the model alone.
std::size_t wanted_count(const Flow& flow, tosca::NodeId node) {
  return is_single(flow, node) ? 1 : tosca::known_count(flow.topology, node).value_or(1);
}

std::size_t wanted_count(const Flow& flow, tosca::RelationshipId id) {
  if (is_single(flow, id)) return 1;
  const tosca::Relationship& relationship = flow.topology.relationships[id];
  if (flow.activities_of(relationship.target).empty()) return 0;
  return flow.activities_of(relationship.source).size() * tosca::known_count(flow.topology, id).value_or(1);
}

template <class Ids>
void check(Flow& flow, const Ids& ids) {
  for (const auto id : ids) {
    const std::size_t wanted = wanted_count(flow, id);
    const std::size_t found = flow.activities_of(id).size();
    if (found == wanted) continue;
    flow.diagnostics.error(Code::internal, flow.topology.at(id),
                           "the " + flow.request.name() + " plan has " + std::to_string(found) + " of the " +
                               std::to_string(wanted) + " activities of '" + flow.topology.id_of(id) + "'");
  }
}

}  // namespace

void check_nothing_lost(Flow& flow) {
  const tosca::Region* region = flow.request.region;
  if (region == nullptr) {
    check(flow, flow.topology.nodes.ids());
    check(flow, flow.topology.relationships.ids());
    return;
  }
  check(flow, region->nodes);
  std::vector<tosca::RelationshipId> own;
  const PlanKind& kind = flow.request.kind;
  const bool part = kind->subject == Subject::service && kind->direction == Direction::terminate;  // it goes with either end
  for (const tosca::RelationshipId id : region->relationships) {
    if (part || border_of(flow, id).crossing != Crossing::foreign) own.push_back(id);
  }
  check(flow, own);
}

}  // namespace planbuilder::flow
