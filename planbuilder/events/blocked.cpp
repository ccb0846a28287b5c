#include "planbuilder/events/blocked.h"

#include <algorithm>
#include <deque>
#include <map>

#include "planbuilder/events/describe.h"
#include "planbuilder/events/transitions.h"

namespace planbuilder::events {

namespace {

constexpr std::size_t most_links = 12;
constexpr std::size_t most_neighbours = 1000;

std::uint32_t attribute_of(const Model& model, VariableId variable) {
  return static_cast<std::uint32_t>(variable.index() - model.variable(model.owner(variable), 0).index());
}

}  // namespace

Verdict Blocked::judge(ReceiverId event) {
  Verdict verdict;
  Frame frame{model_.owner(event)};
  for (const ExpressionId guard : model_.event(event).guards) {
    std::vector<Read> deciding;
    const bool holds = judge_.judge(guard, frame, deciding) != Truth::no;
    auto& into = holds ? verdict.reads : verdict.against;
    into.insert(into.end(), deciding.begin(), deciding.end());
  }
  return verdict;
}

bool Blocked::was_sent(ReceiverId event) const {
  const auto is_it = [&](const auto& item) { return item.receiver == event; };
  return std::any_of(run_.ignored.begin(), run_.ignored.end(), is_it) ||
         std::any_of(run_.handled.begin(), run_.handled.end(), is_it);
}

bool Blocked::has_failed(ReceiverId event) const {
  return std::any_of(run_.handled.begin(), run_.handled.end(),
                     [&](const Handled& handled) { return handled.receiver == event && handled.failed; });
}

Senders Blocked::senders_of(ReceiverId event, std::size_t most) const {
  Senders senders;
  const std::set<EntityIndex> near = neighbours(model_.owner(event));
  for (const EntityIndex entity : near) {
    const auto& events = model_.behaviour(entity).events;
    for (std::uint32_t i = 0; i < events.size() && senders.operations.size() < most; ++i) {
      for (const Sending& sending : events[i].on_success.sendings) {
        if (reaches(sending, entity, event)) senders.operations.emplace_back(model_.receiver(entity, i), &sending);
      }
    }
  }
  for (const EntityIndex entity : near) {
    for (const Reflex& reflex : model_.behaviour(entity).reflexes) {
      const bool has_room = senders.operations.size() + senders.triggers.size() < most;
      if (has_room && reaches(reflex.sending, entity, event)) senders.triggers.push_back(&reflex.sending);
    }
  }
  return senders;
}

std::vector<ReceiverId> Blocked::changers_of(const Read& read) const {
  std::vector<ReceiverId> changers;
  if (!read.variable.valid() || !read.question.valid()) return changers;
  const EntityIndex owner = model_.owner(read.variable);
  const Truth answer = model_.predicates.test(read.question, after_.values[read.variable]);
  const auto& events = model_.behaviour(owner).events;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const ConstantId value = leads_to(events[i], attribute_of(model_, read.variable));
    if (value.valid() && value != Constants::unknown && model_.predicates.test(read.question, value) != answer)
      changers.push_back(model_.receiver(owner, i));
  }
  return changers;
}

std::optional<ReceiverId> Blocked::next_operation(VariableId variable, ConstantId wanted) {
  const EntityIndex self = model_.owner(variable);
  const std::uint32_t attribute = attribute_of(model_, variable);
  const ConstantId from = after_.values[variable];
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
      if (next == wanted) return model_.receiver(self, first[next]);
      waiting.push_back(next);
    }
  }
  return std::nullopt;
}

std::optional<ReceiverId> Blocked::way_to(VariableId variable, ConstantId wanted) {
  if (const auto next = next_operation(variable, wanted)) return next;
  const EntityIndex owner = model_.owner(variable);
  const auto& events = model_.behaviour(owner).events;
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (leads_to(events[i], attribute_of(model_, variable)) != wanted) continue;
    const Verdict verdict = judge(model_.receiver(owner, i));
    const bool by_others =
        std::none_of(verdict.against.begin(), verdict.against.end(), [&](const Read& read) { return read.variable == variable; });
    if (by_others && !verdict.against.empty()) return model_.receiver(owner, i);
  }
  return std::nullopt;
}

/// The entity, its relationships, and what is at their other ends.
std::set<EntityIndex> Blocked::neighbours(EntityIndex entity) const {
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

bool Blocked::reaches(const Sending& sending, EntityIndex from, ReceiverId wanted) const {
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

void Blocked::note_link(Diagnostic& problem, ReceiverId event) {
  const Verdict verdict = judge(event);
  if (has_failed(event)) {
    problem.note("before that: " + model_.name(event) + ", which failed", model_.event(event).at);
  } else if (!verdict.against.empty()) {
    const Read& read = verdict.against.front();
    problem.note("before that: " + model_.name(event) + ", which looks whether " + describe(model_, read) + "; it is '" +
                     value_text(model_, read.variable.valid() ? after_.values[read.variable] : Constants::unknown) + "'",
                 place_of(model_, read));
  } else if (was_sent(event)) {
    problem.note("before that: " + model_.name(event) + ", which came too early", model_.event(event).at);
  } else {
    problem.note("before that: " + model_.name(event) + ", which nothing sends", model_.event(event).at);
  }
}

std::optional<ReceiverId> Blocked::changer(Diagnostic& problem, const Read& read) {
  if (!read.variable.valid() || !read.question.valid()) return std::nullopt;
  const std::vector<ReceiverId> changers = changers_of(read);
  const bool is_false = model_.predicates.test(read.question, after_.values[read.variable]) == Truth::no;
  for (const ReceiverId changes : changers) {
    const ConstantId value = leads_to(model_.event(changes), attribute_of(model_, read.variable));
    if (const auto next = way_to(read.variable, value)) return next;
  }
  const std::string what = is_false ? "never true: nothing ever makes it so that " + describe(model_, read)
                                    : "never false: nothing ever changes " + model_.name(read.variable);
  const std::string from_there = changers.empty() ? "" : " from where it is now";
  problem.note(what + from_there, place_of(model_, read));
  return std::nullopt;
}

std::optional<ReceiverId> Blocked::before(Diagnostic& problem, ReceiverId event) {
  if (has_failed(event)) return std::nullopt;
  const Verdict verdict = judge(event);
  if (!verdict.against.empty()) return changer(problem, verdict.against.front());
  if (was_sent(event)) return std::nullopt;
  const Senders senders = senders_of(event, 1);
  return senders.operations.empty() ? std::nullopt : std::optional(senders.operations.front().first);
}

void Blocked::follow(Diagnostic& problem, ReceiverId event) {
  std::set<ReceiverId> seen{event};
  for (std::size_t link = 0;; ++link) {
    const auto earlier = before(problem, event);
    if (!earlier) return;
    if (!seen.insert(*earlier).second) {
      problem.note("before that: " + model_.name(*earlier) + " again: they wait for each other");
      return;
    }
    if (link == most_links) {
      problem.note("and so on: " + std::to_string(most_links) + " links are shown");
      return;
    }
    note_link(problem, *earlier);
    event = *earlier;
  }
}

}  // namespace planbuilder::events
