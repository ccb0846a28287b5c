#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/event_ids.h"
#include "planbuilder/events/trace/trace.h"

namespace planbuilder::events {

namespace {

class Teller {
 public:
  Teller(const Model& model, const Simulation& simulation)
      : model_(model), run_(simulation.run), after_(simulation.after), ids_(model), values_(run_.values_before) {}

  void tell(Trace& trace) {
    trace.arrivals.reserve(run_.order.size());
    numbers_.resize(run_.handled.size(), 0);
    for (const auto& [handled, ignored] : run_.order) {
      if (ignored > 0) {
        trace.arrivals.push_back(arrival_of(run_.ignored[ignored - 1]));
      } else if (run_.handled[handled].receiver.valid()) {
        numbers_[handled] = trace.arrivals.size() + 1;
        trace.arrivals.push_back(arrival_of(static_cast<std::uint32_t>(handled)));
      }
    }
    tell_rests(trace);
    tell_waiting(trace);
  }

 private:
  Trace::Arrival arrival_of(std::uint32_t number) {
    const Handled& handled = run_.handled[number];
    const Event& event = model_.event(handled.receiver);
    // As in plans, where the event that starts is no activity unless it does something.
    const bool counts = number > 0 || event.is_implemented;
    Trace::Arrival arrival{counts ? ids_.next(handled.receiver) : event_id(model_, handled.receiver),
                           model_.owner(handled.receiver), event.name};
    if (handled.failed) arrival.outcome = Trace::Outcome::failed;
    if (handled.condition != nothing) arrival.condition = to_text(run_.conditions[handled.condition]);
    tell_changes(handled, arrival);
    tell_sender(handled.sender, handled.sending, arrival);
    return arrival;
  }

  Trace::Arrival arrival_of(const Ignored& ignored) {
    Trace::Arrival arrival{event_id(model_, ignored.receiver), model_.owner(ignored.receiver),
                           model_.event(ignored.receiver).name};
    arrival.outcome = ignored.waits ? Trace::Outcome::waits : Trace::Outcome::dropped;
    arrival.because = look_at(ignored.because);
    if (ignored.waits) last_looks_[ignored.receiver] = arrival.because;
    tell_sender(ignored.sender, ignored.sending, arrival);
    return arrival;
  }

  void tell_sender(std::uint32_t sender, const Sending* sending, Trace::Arrival& arrival) const {
    if (sender != nothing) arrival.sender = numbers_[sender];
    if (sending != nullptr) arrival.sent_from = sending->trigger->event.at;
  }

  [[nodiscard]] std::optional<Trace::Look> look_at(const Read& read) const {
    if (!read.variable.valid()) return std::nullopt;
    const ConstantId value = read.version == State::initial ? run_.values_before[read.variable] : run_.writes[read.version].value;
    return Trace::Look{describe(model_, read), value_text(model_, value), place_of(model_, read)};
  }

  void tell_changes(const Handled& handled, Trace::Arrival& arrival) {
    using Key = std::tuple<VariableId, ConstantId, ConstantId, ConstantId>;
    std::map<Key, std::size_t> known;
    for (std::uint32_t i = handled.first_write; i < handled.end_of_writes; ++i) {
      const Write& write = run_.writes[i];
      const ConstantId before = std::exchange(values_[write.variable], write.value);
      // What the entity writes of itself is told one after the other, what it writes to others is counted.
      const bool own = model_.owner(write.variable) == arrival.entity;
      const Key key = own ? Key(write.variable, {}, {}, {}) : Key({}, model_.attribute(write.variable).name, before, write.value);
      const auto [place, added] = known.try_emplace(key, arrival.changes.size());
      if (added) {
        arrival.changes.push_back(
            {attribute_name(write.variable), {value_text(model_, before), value_text(model_, write.value)}});
      } else if (own) {
        arrival.changes[place->second].values.push_back(value_text(model_, write.value));
      } else {
        ++arrival.changes[place->second].entities;
      }
    }
  }

  /// With the interface where two of them have such an attribute.
  [[nodiscard]] std::string attribute_name(VariableId variable) const {
    const Behaviour& behaviour = model_.behaviour(model_.owner(variable));
    const Attribute& attribute = model_.attribute(variable);
    const bool shared = std::count_if(behaviour.attributes.begin(), behaviour.attributes.end(),
                                      [&](const Attribute& other) { return other.name == attribute.name; }) > 1;
    const std::string name = to_text(model_.constants[attribute.name]);
    return shared ? behaviour.interfaces[attribute.interface].name + "." + name : name;
  }

  void tell_rests(Trace& trace) const {
    std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> known;
    for (std::size_t i = 0; i + 1 < model_.entities(); ++i) {
      const EntityIndex entity(i);
      std::vector<std::pair<std::string, std::string>> values;
      for (std::uint32_t attribute = 0; attribute < model_.behaviour(entity).attributes.size(); ++attribute) {
        const VariableId variable = model_.variable(entity, attribute);
        values.emplace_back(attribute_name(variable), value_text(model_, after_.values[variable]));
      }
      if (values.empty()) continue;
      const auto [place, added] = known.try_emplace(std::move(values), trace.rests.size());
      if (added) trace.rests.push_back({{}, place->first});
      trace.rests[place->second].entities.push_back(model_.topology().id_of(model_.walk.entity(entity)));
    }
  }

  void tell_waiting(Trace& trace) const {
    for (const ReceiverId receiver : run_.waiting)
      trace.waiting.push_back({event_id(model_, receiver), last_looks_.at(receiver)});
  }

  const Model& model_;
  const Run& run_;
  const State& after_;
  EventIds ids_;
  IdVector<VariableId, ConstantId> values_;  // as they are while the run is told
  std::vector<std::size_t> numbers_;         // by handled event
  std::unordered_map<ReceiverId, std::optional<Trace::Look>> last_looks_;
};

Trace::Result result_of(const Simulation& simulation) {
  if (simulation.run.handled.empty()) return Trace::Result::refused;
  if (simulation.run.endless) return Trace::Result::endless;
  return simulation.as_desired ? Trace::Result::rests : Trace::Result::stuck;
}

}  // namespace

std::size_t Trace::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(arrivals.begin(), arrivals.end(), [&](const Arrival& arrival) { return arrival.outcome == outcome; }));
}

std::string_view to_string(Trace::Outcome outcome) {
  switch (outcome) {
    case Trace::Outcome::handled: return "handled";
    case Trace::Outcome::failed: return "failed";
    case Trace::Outcome::dropped: return "dropped";
    case Trace::Outcome::waits: return "waits";
  }
  return "";
}

std::string_view to_string(Trace::Result result) {
  switch (result) {
    case Trace::Result::rests: return "rests";
    case Trace::Result::stuck: return "stuck";
    case Trace::Result::endless: return "endless";
    case Trace::Result::refused: return "refused";
  }
  return "";
}

std::string_view to_string(Mode mode) { return mode == Mode::strict ? "strict" : "deferred"; }

Trace tell(const Model& model, const Simulation& simulation, const std::string& plan, Mode mode) {
  Trace trace;
  trace.service = model.topology().name;
  trace.plan = plan;
  trace.mode = mode;
  trace.result = result_of(simulation);
  Teller(model, simulation).tell(trace);
  return trace;
}

}  // namespace planbuilder::events
