#include <algorithm>

#include "planbuilder/flow/border.h"
#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"
#include "planbuilder/flow/scaling.h"
#include "planbuilder/flow/terminate.h"

namespace planbuilder::flow {

void add_region_termination(Flow& flow) {
  const tosca::Region& region = *flow.request.region;
  if (region.nodes.empty()) return;
  const tosca::NodeId anchor = anchor_of(flow.topology, region);
  const ActivityId choice = flow.add_side_activity(
      anchor, Transition::select_strategic, "its instance says which instance of the region '" + region.name + "' goes away");
  const auto own = std::find_if(region.strategies.begin(), region.strategies.end(),
                                [&](const tosca::Region::Strategy& strategy) { return strategy.node == anchor; });
  flow[choice].strategy = own == region.strategies.end() ? "LastInstance" : own->name;
  const auto take_away = [&](tosca::EntityId entity) {
    terminate(flow, entity, "it belongs to the region '" + region.name + "'");
    const ActivityId activity = *flow.activity_of(entity);
    flow[activity].made_with = anchor;
    add_order(flow.plan, choice, activity,
              {"choice of the region's instance",
               "'" + flow.topology.nodes[anchor].name + "' says which instance of the region is meant", region.at});
  };
  for (const tosca::NodeId node : region.nodes) take_away(node);
  for (const tosca::RelationshipId id : region.relationships) {
    if (border_of(flow, id).crossing != Crossing::foreign) take_away(id);
  }
}

}  // namespace planbuilder::flow
