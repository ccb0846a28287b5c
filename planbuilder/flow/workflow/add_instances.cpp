#include <unordered_map>

#include "planbuilder/flow/order_ends.h"
#include "planbuilder/flow/order_passes.h"
#include "planbuilder/flow/provision.h"
#include "planbuilder/flow/terminate.h"
#include "planbuilder/flow/workflow/join_parts.h"
#include "planbuilder/flow/workflow/workflow_passes.h"

namespace planbuilder::flow {

namespace {

constexpr const char* of_service = "it is part of the service, and the workflow does the rest";

class InstanceMaker {
 public:
  explicit InstanceMaker(Flow& flow) : flow_(flow) {}

  void make() {
    for (const tosca::NodeId node : flow_.topology.nodes.ids()) {
      if (flow_.activity_of(node)) continue;  // it is left to us, which makes its instance
      provision(flow_, node, of_service, Transition::make);
      for (const ActivityId id : flow_.activities_of(node)) made_.push_back(id);
    }
    for (const tosca::RelationshipId id : flow_.topology.relationships.ids()) {
      if (!flow_.activity_of(id)) make(id);
    }
    join_parts(flow_, made_, flow_.first_of_workflow,
               {{"workflow", "what the service has is there before the workflow begins", flow_.request.workflow->at}, "made"});
    order_late();
  }

 private:
  void make(tosca::RelationshipId id) {
    provision(flow_, id, of_service, Transition::make);
    const tosca::Relationship& relationship = flow_.topology.relationships[id];
    const bool is_late = is_made_by_step(relationship.source) || is_made_by_step(relationship.target);
    for (const ActivityId here : flow_.activities_of(id)) {
      order_ends(flow_, id, here, Order::ends_first, "workflow");
      if (is_late) {
        late_.emplace(id, here);
      } else {
        made_.push_back(here);
      }
    }
  }

  [[nodiscard]] bool is_made_by_step(tosca::NodeId node) const {
    const auto first = flow_.activity_of(node);
    return first && flow_[*first].transition == Transition::provision;
  }

  /// A relationship whose end only a step makes comes in time for the steps that are about it.
  void order_late() {
    if (late_.empty()) return;
    for (const ActivityId id : flow_.plan.activities.ids()) {
      const auto* relationship = std::get_if<tosca::RelationshipId>(&flow_[id].entity);
      if (relationship == nullptr || flow_[id].transition != Transition::perform) continue;
      const auto [from, to] = late_.equal_range(*relationship);
      for (auto made = from; made != to; ++made)
        add_order(flow_.plan, made->second, id, {"workflow", "what a step is about is there before it", flow_[id].at});
    }
  }

  Flow& flow_;
  std::vector<ActivityId> made_;  // before all steps
  std::unordered_multimap<tosca::RelationshipId, ActivityId> late_;
};

void remove_instances(Flow& flow) {
  std::vector<ActivityId> removed;
  const auto remove = [&](const auto entity) {
    if (flow.activity_of(entity)) return false;  // it is left to us, which removes its instances
    terminate(flow, entity, of_service, Transition::remove);
    removed.push_back(*flow.activity_of(entity));
    return true;
  };
  for (const tosca::NodeId node : flow.topology.nodes.ids()) remove(node);
  for (const tosca::RelationshipId id : flow.topology.relationships.ids()) {
    if (remove(id)) order_ends(flow, id, removed.back(), Order::relationship_first, "workflow");
  }
  join_parts(flow, flow.last_of_workflow, removed,
             {{"workflow", "what the service has stays until the workflow is done", flow.request.workflow->at}, "done"});
}

}  // namespace

void add_instances(Flow& flow) {
  const PlanKind& kind = flow.request.kind;
  if (kind->subject != Subject::service) return;
  if (kind->direction == Direction::build) InstanceMaker(flow).make();
  if (kind->direction == Direction::terminate) remove_instances(flow);
}

}  // namespace planbuilder::flow
