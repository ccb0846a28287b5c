// The event grammar: conditions, assignments to attributes of interfaces, triggers and handlers.
//
// TOSCA as published has none of it. It is recognised by its keynames wherever they occur, in 1.3 and 2.0 alike.
#pragma once

#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/yaml/reader.h"

namespace planbuilder::tosca::yaml {

/// An expression that is true or false. Every call gets its `$`, also where the file leaves it out.
std::optional<Value> read_condition(Reader& reader, Node node);

/// One trigger, or a list of them.
std::vector<EventTrigger> read_event_triggers(Reader& reader, Node node);

// The keynames inside an event.
void read_preconditions(Reader& reader, Node node, EventRules& into);
void read_set(Reader& reader, Node node, EventRules& into);
void read_set_attribute(Reader& reader, Node node, EventRules& into);
void read_on_entry(Reader& reader, Node node, EventRules& into);
void read_on_success(Reader& reader, Node node, EventRules& into);
void read_on_failure(Reader& reader, Node node, EventRules& into);
void read_sent_events(Reader& reader, Node node, EventRules& into);
void read_handlers(Reader& reader, Node node, EventRules& into);

template <class Event, void (*read)(Reader&, Node, EventRules&)>
void into_rules(Reader& reader, Node node, Event& event) {
  read(reader, node, edit(event.rules));
}

/// The rows that operations, notifications and events of the service have in common.
template <class Event>
inline constexpr Keyname<Event> event_rows[] = {
    {"precondition", since_1_3, Presence::optional, into_rules<Event, read_preconditions>, true},
    {"preconditions", since_1_3, Presence::optional, into_rules<Event, read_preconditions>, true},
    {"set", since_1_3, Presence::optional, into_rules<Event, read_set>, true},
    {"set_state", since_1_3, Presence::optional, into_rules<Event, read_set>, true},
    {"set_attribute", since_1_3, Presence::optional, into_rules<Event, read_set_attribute>, true},
    {"on_entry", since_1_3, Presence::optional, into_rules<Event, read_on_entry>, true},
    {"on_success", since_1_3, Presence::optional, into_rules<Event, read_on_success>, true},
    {"on_failure", since_1_3, Presence::optional, into_rules<Event, read_on_failure>, true},
    {"triggers", since_1_3, Presence::optional, into_rules<Event, read_sent_events>, true},
    {"trigger", since_1_3, Presence::optional, into_rules<Event, read_sent_events>, true},
    {"handlers", since_1_3, Presence::optional, into_rules<Event, read_handlers>, true},
};

// The keynames of an interface that keep its state.
void read_interface_properties(Reader& reader, Node node, Interface& into);
void read_interface_attributes(Reader& reader, Node node, Interface& into);
void read_interface_triggers(Reader& reader, Node node, Interface& into);

}  // namespace planbuilder::tosca::yaml
