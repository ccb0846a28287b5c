#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/passes.h"

namespace planbuilder::flow {

void add_recursive_selection(Flow& flow) {
  std::vector<tosca::NodeId> selected;
  for (const Activity& activity : flow.plan.activities) selected.push_back(std::get<tosca::NodeId>(activity.entity));
  for (std::size_t next = 0; next < selected.size(); ++next) {
    const tosca::NodeId node = selected[next];
    for (const tosca::RelationshipId id : flow.topology.nodes[node].outgoing) {
      if (!flow.topology.is_hosting(id) || flow.activity_of(id)) continue;
      const tosca::Relationship& relationship = flow.topology.relationships[id];
      const ActivityId from = *flow.activity_of(node);
      const ActivityId link =
          flow.add_activity(id, Transition::select_recursive,
                            "'" + flow.topology.nodes[node].name + "' was selected, and this leads down its stack");
      flow[link].through = node;
      add_order(flow.plan, from, link,
                {"recursive selection",
                 "the instance of '" + relationship.id + "' follows from that of '" + flow.topology.nodes[node].name + "'",
                 relationship.at});
      // Shared stacks are walked once; a node with a strategy of its own was selected by that.
      if (flow.is_inside(relationship.target) || flow.activity_of(relationship.target)) continue;
      const ActivityId below = flow.add_activity(relationship.target, Transition::select_recursive,
                                                 "'" + flow.topology.nodes[node].name + "' stands on it");
      flow[below].through = id;
      add_order(flow.plan, link, below,
                {"recursive selection",
                 "the instance of '" + flow.topology.nodes[relationship.target].name + "' follows from that of '" +
                     relationship.id + "'",
                 relationship.at});
      selected.push_back(relationship.target);
    }
  }
}

}  // namespace planbuilder::flow
