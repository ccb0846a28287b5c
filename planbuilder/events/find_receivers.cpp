#include "planbuilder/events/find_receivers.h"

namespace planbuilder::events {

void find_receivers(Model& model, const Sending& sending, EntityIndex entity, std::uint32_t interface,
                    std::vector<ReceiverId>& receivers) {
  receivers.clear();
  const auto address = [&](EntityIndex receiver) {
    const auto event = model.behaviour(receiver).find_event(sending.interface, sending.event);
    if (event) receivers.push_back(model.receiver(receiver, *event));
    return event.has_value();
  };
  if (sending.own_interface) {
    const auto& events = model.behaviour(entity).events;
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      if (events[i].interface == interface && events[i].symbol == sending.event)
        return receivers.push_back(model.receiver(entity, i));
    }
    address(model.walk.service());
    return;
  }
  if (!sending.path.valid()) {
    if (!address(entity)) address(model.walk.service());
    return;
  }
  bool any = false;
  const Reach reach = model.walk.follow(entity, sending.path);
  for (std::size_t i = 0; i < reach.size(); ++i) any = address(reach[i]) || any;
  if (any || !sending.via.valid()) return;
  const Reach relationships = model.walk.follow(entity, sending.via);
  for (std::size_t i = 0; i < relationships.size(); ++i) address(relationships[i]);
}

}  // namespace planbuilder::events
