#include "planbuilder/events/draft.h"

namespace planbuilder::events {

void Draft::loop(flow::Activity& activity) const {
  if (scenario.makes_instances) return;
  activity.loops = true;
  if (chosen) activity.made_with = std::get<tosca::NodeId>(plan.activities[*chosen].entity);
}

}  // namespace planbuilder::events
