#include "planbuilder/events/draft.h"

#include "planbuilder/tosca/model/representations.h"

namespace planbuilder::events {

void Draft::loop(flow::Activity& activity) const {
  if (scenario.makes_instances) {
    activity.counts_on = scenario.around && !activity.of_service && tosca::is_counted(model.topology(), activity.entity);
    return;
  }
  activity.loops = true;
  if (chosen) activity.made_with = std::get<tosca::NodeId>(plan.activities[*chosen].entity);
}

}  // namespace planbuilder::events
