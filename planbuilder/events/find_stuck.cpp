#include "planbuilder/events/find_stuck.h"

#include <algorithm>
#include <map>

#include "planbuilder/events/blocked.h"
#include "planbuilder/events/describe.h"
#include "planbuilder/events/transitions.h"
#include "planbuilder/support/text.h"

namespace planbuilder::events {

namespace {

constexpr std::size_t most_reported = 10;
constexpr std::size_t most_named = 5;

/// A state machine that is not where it should be.
struct Stuck {
  EntityIndex entity;
  std::uint32_t attribute = 0;
  ConstantId wanted;
};

class StuckFinder {
 public:
  StuckFinder(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics)
      : model_(model), run_(run), after_(after), scenario_(scenario), diagnostics_(diagnostics), blocked_(model, run, after) {}

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

  void report(const Stuck& stuck) {
    const VariableId variable = model_.variable(stuck.entity, stuck.attribute);
    const ConstantId now = after_.values[variable];
    Diagnostic& problem = diagnostics_.error(Code::stuck, model_.at(stuck.entity),
                                             model_.name(stuck.entity) + " is stuck: it rests at '" + value_text(model_, now) +
                                                 "' and not at '" + value_text(model_, stuck.wanted) + "'");
    name_failures(problem, stuck.entity);
    const auto next = blocked_.way_to(variable, stuck.wanted);
    if (!next) {
      problem.explain("no operation leads from there to '" + value_text(model_, stuck.wanted) + "'");
      return;
    }
    explain(problem, *next);
  }

  void name_failures(Diagnostic& problem, EntityIndex entity) const {
    for (const Handled& handled : run_.handled) {
      if (handled.failed && model_.owner(handled.receiver) == entity)
        problem.note(model_.name(handled.receiver) + " failed", model_.event(handled.receiver).at);
    }
  }

  void explain(Diagnostic& problem, ReceiverId next) {
    const Event& event = model_.event(next);
    const Verdict verdict = blocked_.judge(next);
    const auto came = std::find_if(run_.ignored.rbegin(), run_.ignored.rend(),
                                   [&](const Ignored& ignored) { return ignored.receiver == next; });
    if (!blocked_.was_sent(next)) {
      problem.explain("'" + event.name + "' would be next, but nothing sends it to " + model_.name(model_.owner(next)));
      name_senders(problem, next);
    } else if (!verdict.against.empty()) {
      problem.explain("'" + event.name + "' would be next, but its precondition does not hold");
    } else {
      problem.explain("'" + event.name +
                      "' would be next and could run now, but it came too early, when its precondition did not hold");
      if (came != run_.ignored.rend()) {
        problem.note("it looked whether " + describe(model_, came->because), place_of(model_, came->because));
        if (came->sending != nullptr) problem.note("it was sent from here", came->sending->trigger->at);
      }
    }
    if (verdict.against.empty()) {
      name_candidates(problem, verdict.reads);
    } else {
      explain_guard(problem, verdict.against);
    }
    blocked_.follow(problem, next);
  }

  void explain_guard(Diagnostic& problem, const std::vector<Read>& deciding) {
    for (std::size_t i = 0; i < std::min(deciding.size(), most_named); ++i) {
      const Read& read = deciding[i];
      const ConstantId now = after_.values[read.variable];
      problem.note("it looks whether " + describe(model_, read) + "; it is '" + value_text(model_, now) + "'",
                   place_of(model_, read));
      for (const ReceiverId changer : blocked_.changers_of(read))
        problem.note(model_.name(changer) + " would change that", model_.event(changer).at);
    }
    if (deciding.size() > most_named) problem.note("and " + count_of(deciding.size() - most_named, "other condition"));
  }

  /// Operations nearby that would send it, had they been handled; triggers of interfaces that would, were it time.
  void name_senders(Diagnostic& problem, ReceiverId wanted) {
    const Senders senders = blocked_.senders_of(wanted, most_named);
    for (const auto& [sender, sending] : senders.operations)
      problem.note(model_.name(sender) + " would send it, but that is not handled itself", sending->trigger->event.at);
    for (const Sending* sending : senders.triggers)
      problem.note("a trigger of the interface would send it, but its condition does not hold", sending->trigger->at);
    if (senders.empty()) problem.note("no operation of it or of what it is joined with could");
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
  Blocked blocked_;
  std::map<ConstantId, std::pair<std::uint32_t, ConstantId>> furthest_;
};

}  // namespace

void report_stuck(Model& model, const Run& run, const State& after, const Scenario& scenario, Diagnostics& diagnostics) {
  StuckFinder(model, run, after, scenario, diagnostics).report();
}

}  // namespace planbuilder::events
