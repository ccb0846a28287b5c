#include "plugins/lifecycle/idle_events.h"

#include <algorithm>

#include "planbuilder/tosca/model/merge.h"
#include "plugins/choose.h"
#include "plugins/lifecycle/event_handler.h"
#include "plugins/lifecycle/whole_relationship.h"

namespace planbuilder::plugins {

bool IdleEvents::is_made_as_a_whole(const flow::Activity& activity) {
  if (!std::holds_alternative<tosca::NodeId>(activity.entity)) return false;
  if (last_ == activity.entity) return last_is_whole_;
  flow::Activity whole = activity;
  whole.transition = flow::Transition::provision;
  whole.event = {};
  const std::vector<Offer> offers = collect_offers(whole, plugins_, around_);
  last_ = activity.entity;
  last_is_whole_ = !offers.empty() && offers.front().match.score > knows_nothing_to_do &&
                   !EventHandlers::stands_for(offers.front().plugin->name());
  return last_is_whole_;
}

bool IdleEvents::contain(const flow::Activity& activity) {
  if (!activity.event->handlers.empty()) return false;
  if (is_made_as_a_whole(activity)) return true;
  if (connects_ends(activity, around_)) return false;
  if (is_about_change(activity) && !change_to_tell(activity, around_)) return true;
  const Surroundings::Interfaces interfaces = around_.interfaces(activity.entity);
  const std::vector<OperationName> found = EventHandlers::find_operations(activity, *interfaces);
  return std::none_of(found.begin(), found.end(), [&](const OperationName& name) {
    const tosca::Interface* item = tosca::find_by_name(*interfaces, name.interface);
    return tosca::find_by_name(item->operations, name.operation)->implementation.has_value();
  });
}

}  // namespace planbuilder::plugins
