#include "planbuilder/events/find_stuck.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/transitions.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/event_address.h"

namespace planbuilder::events {

namespace {

constexpr std::size_t most_reported = 10;
constexpr std::size_t most_named = 5;
constexpr std::size_t most_neighbours = 1000;

/// A state machine that is not where it should be.
struct Stuck {
  EntityIndex entity;
  std::uint32_t attribute = 0;
  ConstantId wanted;
};

class StuckFinder {
 public:
  StuckFinder(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics)
      : model_(model), run_(run), after_(after), scenario_(scenario), diagnostics_(diagnostics), judge_(model, after) {}

  void report() {
    const std::vector<Stuck> all = find();
    for (std::size_t i = 0; i < std::min(all.size(), most_reported); ++i) report(all[i]);
    if (all.size() > most_reported) {
      diagnostics_.error(Code::stuck, model_.at(all[most_reported].entity),
                         "and " + count_of(all.size() - most_reported, "other entity") + " rest outside the desired state");
    }
  }

 private:
  std::vector<Stuck> find() {
    if (!scenario_.desired) compare();
    std::vector<Stuck> stuck;
    for (std::size_t i = 0; i + 1 < model_.entities(); ++i) {
      const EntityIndex entity(i);
      if (!scenario_.contains(entity)) continue;
      const Behaviour& behaviour = model_.behaviour(entity);
      for (std::uint32_t attribute = 0; attribute < behaviour.attributes.size(); ++attribute) {
        if (behaviour.attributes[attribute].name != scenario_.desired_attribute) continue;
        const ConstantId wanted = desired(behaviour, attribute);
        const ConstantId now = after_.values[model_.variable(entity, attribute)];
        if (wanted.valid() && now != Constants::unknown && now != wanted && knows(behaviour, attribute, wanted))
          stuck.push_back({entity, attribute, wanted});
      }
    }
    return stuck;
  }

  [[nodiscard]] ConstantId desired(const Behaviour& behaviour, std::uint32_t attribute) const {
    if (scenario_.desired) return *scenario_.desired;
    const auto found = furthest_.find(behaviour.interface_names[behaviour.attributes[attribute].interface].second);
    return found == furthest_.end() ? ConstantId() : found->second.second;
  }

  /// By type of interface: how many operations the busiest entity handled, and where it came to rest.
  void compare() {
    std::vector<std::uint32_t> times(model_.entities(), 0);
    for (const Handled& handled : run_.handled) {
      if (handled.receiver.valid()) ++times[model_.owner(handled.receiver).index()];
    }
    for (std::size_t i = 0; i + 1 < model_.entities(); ++i) {
      const EntityIndex entity(i);
      const Behaviour& behaviour = model_.behaviour(entity);
      for (std::uint32_t attribute = 0; attribute < behaviour.attributes.size(); ++attribute) {
        if (behaviour.attributes[attribute].name != scenario_.desired_attribute) continue;
        auto& best = furthest_[behaviour.interface_names[behaviour.attributes[attribute].interface].second];
        if (times[i] > best.first) best = {times[i], after_.values[model_.variable(entity, attribute)]};
      }
    }
  }

  /// The interface has this state at all.
  [[nodiscard]] bool knows(const Behaviour& behaviour, std::uint32_t attribute, ConstantId state) const {
    if (behaviour.attributes[attribute].initial == state) return true;
    return std::any_of(behaviour.events.begin(), behaviour.events.end(),
                       [&](const Event& event) { return leads_to(event, attribute) == state; });
  }

  /// The first operation of the shortest way from one state to another.
  std::optional<std::uint32_t> next_operation(EntityIndex self, std::uint32_t attribute, ConstantId from, ConstantId to) {
    const Behaviour& behaviour = model_.behaviour(self);
    std::map<ConstantId, std::uint32_t> first;  // by state: the operation that the way to it begins with
    std::deque<ConstantId> waiting{from};
    KnownValues known;
    for (std::uint32_t own = 0; own < behaviour.attributes.size(); ++own)
      known.push_back(after_.values[model_.variable(self, own)]);
    while (!waiting.empty()) {
      const ConstantId state = waiting.front();
      waiting.pop_front();
      known[attribute] = state;
      for (std::uint32_t i = 0; i < behaviour.events.size(); ++i) {
        const Event& event = behaviour.events[i];
        const ConstantId next = leads_to(event, attribute);
        if (!next.valid() || next == from || first.contains(next)) continue;
        if (!may_be_handled(model_, event, known)) continue;
        first[next] = state == from ? i : first[state];
        if (next == to) return first[next];
        waiting.push_back(next);
      }
    }
    return std::nullopt;
  }

  void report(const Stuck& stuck) {
    const VariableId variable = model_.variable(stuck.entity, stuck.attribute);
    const ConstantId now = after_.values[variable];
    Diagnostic& problem = diagnostics_.error(Code::stuck, model_.at(stuck.entity),
                                             model_.name(stuck.entity) + " is stuck: it rests at '" + value_text(model_, now) +
                                                 "' and not at '" + value_text(model_, stuck.wanted) + "'");
    name_failures(problem, stuck.entity);
    const auto next = next_operation(stuck.entity, stuck.attribute, now, stuck.wanted);
    if (!next) {
      problem.explain("no operation leads from there to '" + value_text(model_, stuck.wanted) + "'");
      return;
    }
    explain(problem, model_.receiver(stuck.entity, *next));
  }

  void name_failures(Diagnostic& problem, EntityIndex entity) const {
    for (const Handled& handled : run_.handled) {
      if (handled.failed && model_.owner(handled.receiver) == entity)
        problem.note(model_.name(handled.receiver) + " failed", model_.event(handled.receiver).at);
    }
  }

  void explain(Diagnostic& problem, ReceiverId next) {
    const Event& event = model_.event(next);
    Frame frame{model_.owner(next)};
    std::vector<Read> reads;
    std::vector<Read> against;
    for (const ExpressionId guard : event.guards) {
      std::vector<Read> deciding;
      const bool holds = judge_.judge(guard, frame, deciding) != Truth::no;
      (holds ? reads : against).insert((holds ? reads : against).end(), deciding.begin(), deciding.end());
    }
    const auto came = std::find_if(run_.ignored.rbegin(), run_.ignored.rend(),
                                   [&](const Ignored& ignored) { return ignored.receiver == next; });
    const bool was_sent =
        came != run_.ignored.rend() ||
        std::any_of(run_.handled.begin(), run_.handled.end(), [&](const Handled& other) { return other.receiver == next; });
    if (!was_sent) {
      problem.explain("'" + event.name + "' would be next, but nothing sends it to " + model_.name(model_.owner(next)));
      name_senders(problem, next);
    } else if (!against.empty()) {
      problem.explain("'" + event.name + "' would be next, but its precondition does not hold");
    } else {
      problem.explain("'" + event.name +
                      "' would be next and could run now, but it came too early, when its precondition did not hold");
      if (came != run_.ignored.rend()) {
        problem.note("it looked whether " + describe(model_, came->because), place_of(model_, came->because));
        if (came->sending != nullptr) problem.note("it was sent from here", came->sending->trigger->at);
      }
    }
    if (against.empty()) {
      name_candidates(problem, reads);
    } else {
      explain_guard(problem, against);
    }
  }

  void explain_guard(Diagnostic& problem, const std::vector<Read>& deciding) {
    for (std::size_t i = 0; i < std::min(deciding.size(), most_named); ++i) {
      const Read& read = deciding[i];
      const ConstantId now = after_.values[read.variable];
      problem.note("it looks whether " + describe(model_, read) + "; it is '" + value_text(model_, now) + "'",
                   place_of(model_, read));
      if (!read.question.valid()) continue;
      const EntityIndex owner = model_.owner(read.variable);
      const auto attribute = static_cast<std::uint32_t>(read.variable.index() - model_.variable(owner, 0).index());
      const Truth answer = model_.predicates.test(read.question, now);
      for (const Event& event : model_.behaviour(owner).events) {
        const ConstantId value = leads_to(event, attribute);
        if (value.valid() && value != Constants::unknown && model_.predicates.test(read.question, value) != answer)
          problem.note("'" + event.name + "' of " + model_.name(owner) + " would change that", event.at);
      }
    }
    if (deciding.size() > most_named) problem.note("and " + count_of(deciding.size() - most_named, "other condition"));
  }

  /// Operations nearby that would send it, had they been handled; triggers of interfaces that would, were it time.
  void name_senders(Diagnostic& problem, ReceiverId wanted) {
    std::size_t named = 0;
    for (const EntityIndex near : neighbours(model_.owner(wanted))) {
      const auto& events = model_.behaviour(near).events;
      for (std::uint32_t i = 0; i < events.size() && named < most_named; ++i) {
        for (const Sending& sending : events[i].on_success.sendings) {
          if (!reaches(sending, near, wanted)) continue;
          problem.note(model_.name(model_.receiver(near, i)) + " would send it, but that is not handled itself",
                       sending.trigger->event.at);
          ++named;
        }
      }
    }
    for (const EntityIndex near : neighbours(model_.owner(wanted))) {
      for (const Reflex& reflex : model_.behaviour(near).reflexes) {
        if (named >= most_named || !reaches(reflex.sending, near, wanted)) continue;
        problem.note("a trigger of the interface would send it, but its condition does not hold", reflex.sending.trigger->at);
        ++named;
      }
    }
    if (named == 0) problem.note("no operation of it or of what it is joined with could");
  }

  /// The entity, its relationships, and what is at their other ends.
  [[nodiscard]] std::set<EntityIndex> neighbours(EntityIndex entity) const {
    std::set<EntityIndex> near{entity};
    const auto add_ends = [&](tosca::RelationshipId id) {
      const tosca::Relationship& relationship = model_.topology().relationships[id];
      for (const tosca::EntityId end :
           {tosca::EntityId(id), tosca::EntityId(relationship.source), tosca::EntityId(relationship.target)}) {
        if (near.size() < most_neighbours) near.insert(model_.walk.index_of(end));
      }
    };
    if (!model_.walk.is_node(entity)) {
      add_ends(std::get<tosca::RelationshipId>(model_.walk.entity(entity)));
      return near;
    }
    const tosca::Node& node = model_.topology().nodes[std::get<tosca::NodeId>(model_.walk.entity(entity))];
    for (const tosca::RelationshipId id : node.outgoing) add_ends(id);
    for (const tosca::RelationshipId id : node.incoming) add_ends(id);
    return near;
  }

  [[nodiscard]] bool reaches(const Sending& sending, EntityIndex from, ReceiverId wanted) {
    const Event& event = model_.event(wanted);
    const EntityIndex to = model_.owner(wanted);
    if (sending.event != event.symbol || !model_.behaviour(to).is_named(event.interface, sending.interface)) return false;
    if (!sending.path.valid()) return from == to;
    const Reach reach = model_.walk.follow(from, sending.path);
    for (std::size_t i = 0; i < reach.size(); ++i) {
      if (reach[i] == to) return true;
    }
    return false;
  }

  /// Whoever made the precondition true knows that it is time.
  void name_candidates(Diagnostic& problem, const std::vector<Read>& reads) const {
    std::uint32_t last = nothing;
    for (const Read& read : reads) {
      if (read.version != State::initial && (last == nothing || run_.writes[read.version].writer > last))
        last = run_.writes[read.version].writer;
    }
    if (last == nothing || !run_.handled[last].receiver.valid()) return;
    const ReceiverId writer = run_.handled[last].receiver;
    problem.note(model_.name(writer) + ", after which its precondition holds, could send it", model_.event(writer).at);
  }

  Model& model_;
  const Run& run_;
  const State& after_;
  const Scenario& scenario_;
  Diagnostics& diagnostics_;
  Judge judge_;
  std::map<ConstantId, std::pair<std::uint32_t, ConstantId>> furthest_;
};

}  // namespace

void report_stuck(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics) {
  StuckFinder(model, run, after, scenario, diagnostics).report();
}

}  // namespace planbuilder::events
