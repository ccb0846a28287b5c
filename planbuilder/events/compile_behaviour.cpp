#include "planbuilder/events/compile_behaviour.h"

#include <algorithm>

#include "planbuilder/events/compile_condition.h"
#include "planbuilder/tosca/model/merge.h"
#include "planbuilder/tosca/values/output_target.h"

namespace planbuilder::events {

namespace {

using tosca::EventStep;

class BehaviourCompiler {
 public:
  explicit BehaviourCompiler(Model& model) : model_(model) {}

  Behaviour compile(std::vector<tosca::Interface> interfaces) {
    made_.interfaces = std::move(interfaces);
    for (std::uint32_t i = 0; i < made_.interfaces.size(); ++i) add_attributes(i);
    for (std::uint32_t i = 0; i < made_.interfaces.size(); ++i) {
      const tosca::Interface& item = made_.interfaces[i];
      for (const tosca::Operation& operation : item.operations) add_operation(i, item, operation);
      for (const tosca::Notification& notification : item.notifications) add_event(i, notification);
    }
    for (std::uint32_t i = 0; i < made_.interfaces.size(); ++i) {
      for (const tosca::EventTrigger& trigger : tosca::state_of(made_.interfaces[i]).triggers) add_reflex(i, trigger);
    }
    return std::move(made_);
  }

  Behaviour compile_service(const std::vector<tosca::Operation>& events) {
    made_.interfaces.emplace_back().operations = events;
    made_.interface_names.emplace_back();
    for (const tosca::Operation& operation : made_.interfaces.front().operations) {
      Event& event = add_event(0, operation);
      event.is_implemented = event.is_implemented || operation.implementation.has_value();
      tosca::for_each_reaction(tosca::rules_of(operation), [&](const tosca::Reaction& reaction, std::string_view moment) {
        if (moment == "on_failure") return;
        for (const tosca::Assignment& wish : reaction.set) {
          const bool known = is_literal(wish.value);
          event.wishes.push_back(
              {model_.constants.of_text(wish.name), known ? model_.constants.of(wish.value) : Constants::unknown, wish.at});
        }
      });
    }
    return std::move(made_);
  }

 private:
  void add_attributes(std::uint32_t interface) {
    const tosca::Interface& item = made_.interfaces[interface];
    made_.interface_names.emplace_back(model_.constants.of_text(item.name), model_.constants.of_text(item.type.name));
    for (const tosca::ParameterDefinition& attribute : tosca::state_of(item).attributes) {
      const std::optional<Value>& start = attribute.value ? attribute.value : attribute.default_value;
      made_.attributes.push_back({model_.constants.of_text(attribute.name), interface,
                                  start && is_literal(*start) ? model_.constants.of(*start) : Constants::unknown});
    }
  }

  void add_operation(std::uint32_t interface, const tosca::Interface& item, const tosca::Operation& operation) {
    Event& event = add_event(interface, operation);
    event.is_implemented = event.is_implemented || operation.implementation.has_value();
    ConditionCompiler reads(model_, made_, interface);
    std::vector<tosca::ParameterDefinition> inputs = item.inputs;
    tosca::refine_by_name(inputs, operation.inputs);
    for (const tosca::ParameterDefinition& input : inputs) {
      if (const auto& value = input.value ? input.value : input.default_value) reads.collect_reads(*value, event.inputs);
    }
    for (const tosca::EventHandler& handler : tosca::rules_of(operation).handlers) {
      for (const tosca::Assignment& input : handler.inputs) reads.collect_reads(input.value, event.inputs);
    }
  }

  template <class Source>
  Event& add_event(std::uint32_t interface, const Source& source) {
    const tosca::EventRules& rules = tosca::rules_of(source);
    Event event;
    event.name = source.name;
    event.symbol = model_.constants.of_text(source.name);
    event.interface = interface;
    event.rules = source.rules;
    event.at = source.at;
    event.is_implemented = !rules.handlers.empty();
    ConditionCompiler conditions(model_, made_, interface);
    for (const Value& guard : rules.preconditions) event.guards.push_back(conditions.compile(guard));
    event.on_entry = effect_of(rules.on_entry, interface);
    event.on_success = effect_of(rules.on_success, interface);
    event.on_failure = effect_of(rules.on_failure, interface);
    for (const tosca::OutputAssignment& output : source.outputs) add_outcome(interface, output, event);
    for (const tosca::EventHandler& handler : rules.handlers) {
      for (const tosca::OutputAssignment& output : handler.outputs) add_outcome(interface, output, event);
    }
    made_.events.push_back(std::move(event));
    return made_.events.back();
  }

  void add_outcome(std::uint32_t interface, const tosca::OutputAssignment& output, Event& event) const {
    if (output.entity != "SELF" || tosca::leads_on(output)) return;
    const auto number = own_attribute(interface, output.attribute.back());
    if (number) event.outcomes.push_back(*number);
  }

  [[nodiscard]] std::optional<std::uint32_t> own_attribute(std::uint32_t interface, const std::string& name) const {
    for (std::uint32_t i = 0; i < made_.attributes.size(); ++i) {
      if (made_.attributes[i].interface == interface && *model_.constants[made_.attributes[i].name].text() == name) return i;
    }
    return std::nullopt;
  }

  Effect effect_of(const tosca::Reaction& reaction, std::uint32_t interface) {
    Effect effect;
    ConditionCompiler values(model_, made_, interface);
    for (const tosca::Assignment& set : reaction.set) {
      if (const auto attribute = own_attribute(interface, set.name))
        effect.settings.push_back({*attribute, values.operand(set.value), set.at});
    }
    for (const tosca::EventTrigger& trigger : reaction.triggers) effect.sendings.push_back(sending_of(trigger, interface));
    return effect;
  }

  Sending sending_of(const tosca::EventTrigger& trigger, std::uint32_t interface) {
    Sending sending;
    sending.trigger = &trigger;
    if (!trigger.condition.is_null()) sending.condition = ConditionCompiler(model_, made_, interface).compile(trigger.condition);
    for (const tosca::Assignment& input : trigger.inputs)
      sending.inputs.push_back({input.name, ConditionCompiler(model_, made_, interface).operand(input.value)});
    if (!trigger.event.interface.empty()) sending.interface = model_.constants.of_text(trigger.event.interface.name);
    sending.event = model_.constants.of_text(trigger.event.operation.name);
    if (trigger.event.own_interface) sending.own_interface = interface;
    if (trigger.event.path.empty()) return sending;
    sending.path = model_.walk.add(trigger.event.path);
    std::vector<EventStep> before = trigger.event.path;
    const EventStep::Kind last = before.back().kind;
    if (last != EventStep::Kind::source && last != EventStep::Kind::target) return sending;
    // CAPABILITY x SOURCE abbreviates CAPABILITY x RELATIONSHIP ALL SOURCE.
    before.pop_back();
    if (!before.empty() && before.back().kind == EventStep::Kind::capability)
      before.push_back({EventStep::Kind::relationship, {}, {}, {}});
    sending.via = model_.walk.add(std::move(before));
    return sending;
  }

  void add_reflex(std::uint32_t interface, const tosca::EventTrigger& trigger) {
    Reflex reflex{interface, {}, false, sending_of(trigger, interface)};
    std::vector<Operand> reads;
    ConditionCompiler(model_, made_, interface).collect_reads(trigger.condition, reads);
    for (const Operand& read : reads) {
      if (read.own == Operand::looked_up) {
        reflex.reads_others = true;
      } else {
        reflex.attributes.push_back(static_cast<std::uint32_t>(read.own));
      }
    }
    made_.reflexes.push_back(std::move(reflex));
  }

  Model& model_;
  Behaviour made_;
};

}  // namespace

Behaviour compile_behaviour(std::vector<tosca::Interface> interfaces, Model& model) {
  return BehaviourCompiler(model).compile(std::move(interfaces));
}

Behaviour compile_service(const std::vector<tosca::Operation>& events, Model& model) {
  return BehaviourCompiler(model).compile_service(events);
}

}  // namespace planbuilder::events
