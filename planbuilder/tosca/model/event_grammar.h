// What the event grammar says: when an event is handled, what it writes, and which events it sends on.
//
// The rules of an event are shared by all types and templates that add nothing to them: a copy is a pointer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

/// One step from an entity to others.
struct EventStep {
  enum class Kind : std::uint8_t { self, source, target, capability, relationship, node };
  Kind kind = Kind::self;
  std::string name;                    // of a capability, a requirement or a node; empty: ALL of them
  std::optional<std::uint64_t> index;  // of a relationship; none: ALL
  SourceRange at = {};                 // of the name, where there is one

  [[nodiscard]] bool all() const { return name.empty(); }
};

/// Who gets an event, and which: `[SELF, TARGET, INTERFACE, standard, start]`.
struct EventAddress {
  std::vector<EventStep> path;  // from the entity that sends; empty is that entity itself
  Reference interface;          // empty: the one interface of the last entity that has the operation
  Reference operation;          // or a notification, or an event of the service
  bool own_interface = false;   // a bare name: an event of the interface that sends
  SourceRange at = {};
};

struct EventTrigger {
  EventAddress event;
  Value condition;  // null: always sent
  std::vector<Assignment> inputs;
  SourceRange at = {};
};

/// What happens at one moment of an event: attributes of its interface are set, then events are sent.
struct Reaction {
  std::vector<Assignment> set;  // each attribute once
  std::vector<EventTrigger> triggers;

  [[nodiscard]] bool empty() const { return set.empty() && triggers.empty(); }
};

struct EventHandler {
  Artifact execute;
  std::vector<Assignment> inputs;
  std::vector<OutputAssignment> outputs;
  SourceRange at = {};
};

/// Of an operation, a notification or an event of the service. In conditions and in values that are set every call
/// has its `$`, in every version of TOSCA.
struct EventRules {
  std::vector<Value> preconditions;  // all of them must be true; each knows where it stands
  Reaction on_entry;
  Reaction on_success;
  Reaction on_failure;
  std::vector<EventHandler> handlers;  // run in their order; without any, the implementation runs
};

/// What an interface remembers, and what it sends when that changes.
struct InterfaceState {
  std::vector<ParameterDefinition> properties;
  std::vector<ParameterDefinition> attributes;
  std::vector<EventTrigger> triggers;  // looked at after each write of an attribute that their condition reads
};

inline const EventRules no_event_rules = {};
inline const InterfaceState no_interface_state = {};

/// Operations, notifications: what they say of events, which may be nothing.
template <class Event>
const EventRules& rules_of(const Event& event) {
  return event.rules ? *event.rules : no_event_rules;
}
inline const InterfaceState& state_of(const Interface& item) { return item.state ? *item.state : no_interface_state; }

/// True when an interface says anything of events beyond the names of its operations.
bool tells_of_events(const Interface& item);

/// The same, but for notifications that say no more than that they exist: TOSCA 1.3 has them without the event grammar.
bool has_event_grammar(const Interface& item);

/// Shared parts are never changed; whoever has something to add gets a copy of their own.
template <class T>
T& edit(std::shared_ptr<const T>& shared) {
  auto own = shared ? std::make_shared<T>(*shared) : std::make_shared<T>();
  T& result = *own;
  shared = std::move(own);
  return result;
}

/// Visits the three moments of an event, with the keyname of each.
template <class Rules, class Visit>
void for_each_reaction(Rules& rules, const Visit& visit) {
  visit(rules.on_entry, "on_entry");
  visit(rules.on_success, "on_success");
  visit(rules.on_failure, "on_failure");
}

}  // namespace planbuilder::tosca
