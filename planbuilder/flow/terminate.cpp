#include "planbuilder/flow/terminate.h"

#include "planbuilder/flow/presence.h"

namespace planbuilder::flow {

void terminate(Flow& flow, tosca::EntityId entity, const std::string& why, Transition transition) {
  const ActivityId activity = flow.add_activity(entity, transition, why);
  flow[activity].loops = true;
  const auto* node = std::get_if<tosca::NodeId>(&entity);
  if (node == nullptr) return;
  const Presence presence = presence_of(flow.topology, *node);
  if (presence == Presence::made_by_plan) return;
  const bool selected = presence == Presence::is_selected;
  flow[activity].runs_already = true;
  if (selected) flow[activity].loops = false;
  flow[activity].reason += selected ? ", but was selected and not created: it stays" : ", but ran before it was built: it stays";
}

}  // namespace planbuilder::flow
