#include "planbuilder/events/handled_event.h"

#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

/// That the instance is in afterwards; empty when the event does not say.
std::string state_after(const Model& model, const Behaviour& behaviour, const Event& event) {
  std::string state;
  for (const Effect* effect : {&event.on_entry, &event.on_success}) {
    for (const Setting& setting : effect->settings) {
      const bool is_state = to_text(model.constants[behaviour.attributes[setting.attribute].name]) == "state";
      if (is_state && setting.value.kind == Operand::Kind::constant) state = to_text(model.constants[setting.value.constant]);
    }
  }
  return state;
}

}  // namespace

flow::HandledEvent handled_event(const Model& model, const Behaviour& behaviour, const Event& event) {
  flow::HandledEvent handled;
  handled.interface = behaviour.interfaces[event.interface].name;
  handled.operation = event.name;
  handled.is_shipped = model.is_overlaid();
  handled.state = state_after(model, behaviour, event);
  const tosca::EventRules& rules = event.rules ? *event.rules : tosca::no_event_rules;
  handled.handlers = rules.handlers;
  handled.set_on_failure = rules.on_failure.set;
  for (const tosca::EventTrigger& trigger : rules.on_failure.triggers)
    handled.sent_on_failure.push_back(tosca::to_string(trigger.event));
  const bool of_service = behaviour.interfaces[event.interface].name.empty();
  handled.leaves_service = of_service && !event.is_implemented && event.on_success.sendings.empty();
  return handled;
}

}  // namespace planbuilder::events
