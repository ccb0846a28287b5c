#include "planbuilder/flow/provision.h"

#include "planbuilder/flow/planned_count.h"
#include "planbuilder/flow/presence.h"

namespace planbuilder::flow {

namespace {

void provision_each(Flow& flow, tosca::EntityId entity, const PlannedCount& planned, const std::string& why,
                    Transition transition) {
  for (std::uint32_t index = 0; index < planned.count; ++index)
    flow.add_activity(entity, transition, why, planned.indexed ? Flow::Index(index) : std::nullopt);
}

}  // namespace

void provision(Flow& flow, tosca::RelationshipId id, const std::string& why, Transition transition) {
  provision_each(flow, id, planned_count(flow, id), why, transition);
}

void provision(Flow& flow, tosca::NodeId id, const std::string& why, Transition transition) {
  const Presence presence = presence_of(flow.topology, id);
  if (presence == Presence::is_selected) {
    const ActivityId activity =
        flow.add_activity(id, Transition::select_strategic, "its directive says that it is selected, not created");
    flow[activity].strategy = "FirstInstance";
    return;
  }
  const bool runs = presence == Presence::runs_already;
  provision_each(flow, id, planned_count(flow, id), runs ? why + ", and runs already: there is nothing to do" : why, transition);
  for (const ActivityId activity : flow.activities_of(id)) flow[activity].runs_already = runs;
}

}  // namespace planbuilder::flow
