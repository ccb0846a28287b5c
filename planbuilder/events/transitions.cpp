#include "planbuilder/events/transitions.h"

#include <algorithm>
#include <optional>

namespace planbuilder::events {

namespace {

Truth possible_atom(Model& model, const Expression& atom, const KnownValues& known) {
  if (!atom.predicate.valid()) return Truth::unknown;
  for (const Operand& operand : atom.operands) {
    if (operand.kind != Operand::Kind::attribute || operand.own == Operand::looked_up) continue;
    const ConstantId value = known[static_cast<std::size_t>(operand.own)];
    if (value.valid()) return model.predicates.test(atom.predicate, value);
  }
  return Truth::unknown;
}

ConstantId last_setting(const Effect& effect, std::uint32_t attribute) {
  ConstantId result;
  for (const Setting& setting : effect.settings) {
    if (setting.attribute == attribute && setting.value.kind == Operand::Kind::constant) result = setting.value.constant;
  }
  return result;
}

bool is_wished(const Model& model, ConstantId name) {
  const auto& events = model.behaviour(model.walk.service()).events;
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return std::any_of(event.wishes.begin(), event.wishes.end(), [&](const Wish& wish) { return wish.attribute == name; });
  });
}

/// While nothing fails it stays as it was at first.
bool changes_by_failure_only(const Model& model, const Behaviour& behaviour, std::uint32_t attribute) {
  const auto sets = [&](const Setting& setting) {
    const bool back =
        setting.value.kind == Operand::Kind::constant && setting.value.constant == behaviour.attributes[attribute].initial;
    return setting.attribute == attribute && !back;
  };
  const auto changes = [&](const Event& event) {
    return std::any_of(event.on_entry.settings.begin(), event.on_entry.settings.end(), sets) ||
           std::any_of(event.on_success.settings.begin(), event.on_success.settings.end(), sets) ||
           std::find(event.outcomes.begin(), event.outcomes.end(), attribute) != event.outcomes.end();
  };
  return !is_wished(model, behaviour.attributes[attribute].name) &&
         std::none_of(behaviour.events.begin(), behaviour.events.end(), changes);
}

/// Every state in which the machine can rest, in the order in which it can first get there.
std::vector<ConstantId> states_of(const Behaviour& behaviour, std::uint32_t attribute) {
  std::vector<ConstantId> states;
  const auto add = [&](ConstantId state) {
    const bool counts = state.valid() && state != Constants::unknown;
    if (counts && std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  };
  add(behaviour.attributes[attribute].initial);
  for (const Event& event : behaviour.events) add(leads_to(event, attribute));
  for (const Event& event : behaviour.events) add(last_setting(event.on_failure, attribute));
  return states;
}

}  // namespace

Truth possible(Model& model, ExpressionId condition, const KnownValues& known) {
  const Expression& expression = model.expressions[condition];
  switch (expression.kind) {
    case Expression::Kind::truth: return expression.value;
    case Expression::Kind::atom: return possible_atom(model, expression, known);
    case Expression::Kind::negation: return negated(possible(model, expression.children.front(), known));
    case Expression::Kind::all:
    case Expression::Kind::any: {
      const Truth deciding = truth_of(expression.kind == Expression::Kind::any);
      Truth result = negated(deciding);
      for (const ExpressionId child : expression.children) {
        const Truth truth = possible(model, child, known);
        if (truth == deciding) return deciding;
        if (truth == Truth::unknown) result = Truth::unknown;
      }
      return result;
    }
    case Expression::Kind::for_all:
    case Expression::Kind::exists: return Truth::unknown;
  }
  return Truth::unknown;
}

bool may_be_handled(Model& model, const Event& event, const KnownValues& known) {
  return std::none_of(event.guards.begin(), event.guards.end(),
                      [&](ExpressionId guard) { return possible(model, guard, known) == Truth::no; });
}

ConstantId leads_to(const Event& event, std::uint32_t attribute) {
  const ConstantId in_the_end = last_setting(event.on_success, attribute);
  return in_the_end.valid() ? in_the_end : last_setting(event.on_entry, attribute);
}

std::vector<Transition> transitions_of(Model& model, const Behaviour& behaviour, std::uint32_t attribute) {
  std::vector<Transition> found;
  if (changes_by_failure_only(model, behaviour, attribute)) return found;
  KnownValues known(behaviour.attributes.size());
  for (std::uint32_t other = 0; other < known.size(); ++other) {
    const ConstantId initial = behaviour.attributes[other].initial;
    if (other != attribute && initial != Constants::unknown && changes_by_failure_only(model, behaviour, other))
      known[other] = initial;
  }
  const std::vector<ConstantId> states = states_of(behaviour, attribute);
  for (std::uint32_t number = 0; number < behaviour.events.size(); ++number) {
    const Event& event = behaviour.events[number];
    for (const ConstantId from : states) {
      known[attribute] = from;
      if (!may_be_handled(model, event, known)) continue;
      if (const ConstantId to = leads_to(event, attribute); to.valid()) found.push_back({from, to, number, false});
      if (const ConstantId to = last_setting(event.on_failure, attribute); to.valid()) found.push_back({from, to, number, true});
    }
  }
  return found;
}

}  // namespace planbuilder::events
