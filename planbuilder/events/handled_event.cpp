#include "planbuilder/events/handled_event.h"

#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

flow::HandledEvent handled_event(const Model& model, const Behaviour& behaviour, const Event& event) {
  flow::HandledEvent handled;
  handled.interface = behaviour.interfaces[event.interface].name;
  handled.operation = event.name;
  handled.is_shipped = model.is_overlaid();
  const tosca::EventRules& rules = event.rules ? *event.rules : tosca::no_event_rules;
  handled.set_on_entry = rules.on_entry.set;
  handled.handlers = rules.handlers;
  handled.set_on_success = rules.on_success.set;
  handled.set_on_failure = rules.on_failure.set;
  for (const tosca::EventTrigger& trigger : rules.on_failure.triggers)
    handled.sent_on_failure.push_back(tosca::to_string(trigger.event));
  const bool of_service = behaviour.interfaces[event.interface].name.empty();
  handled.leaves_service = of_service && !event.is_implemented && event.on_success.sendings.empty();
  return handled;
}

}  // namespace planbuilder::events
