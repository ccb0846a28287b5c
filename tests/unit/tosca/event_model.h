// Interfaces with events in both languages, and their rules as one line of text each.
#pragma once

#include <string>

#include "planbuilder/tosca/model/event_address.h"
#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/model/merge.h"
#include "tests/support/model.h"

namespace planbuilder::testing {

inline constexpr std::string_view v2_0 = "tosca_definitions_version: tosca_2_0\n";

inline const std::string nothing_to_plan =
    "service.yaml: warning[empty-service]: this defines types, but no service: there is nothing to plan\n";

/// `equal($get_state(state),initial)`: an expression without its places.
inline std::string shown(const Value& value) {
  const auto list = [](const auto& items) {
    std::string text;
    for (const Value& item : items) text += (text.empty() ? "" : ",") + shown(item);
    return text;
  };
  if (const Call* call = value.call()) return call->function + "(" + list(call->arguments) + ")";
  if (const List* items = value.get_if<List>()) return "[" + list(*items) + "]";
  return to_text(value);
}

inline std::string shown(const tosca::EventTrigger& trigger) {
  return "send " + tosca::to_string(trigger.event) + (trigger.condition.is_null() ? "" : " if " + shown(trigger.condition));
}

/// All that an event says: `needs C; on_entry a=v; on_success b=w, send X; runs f.sh`.
inline std::string shown(const tosca::EventRules& rules) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  for (const Value& condition : rules.preconditions) add("needs " + shown(condition));
  tosca::for_each_reaction(rules, [&](const tosca::Reaction& reaction, std::string_view moment) {
    std::string parts;
    for (const tosca::Assignment& set : reaction.set) parts += (parts.empty() ? " " : ", ") + set.name + "=" + shown(set.value);
    for (const tosca::EventTrigger& trigger : reaction.triggers) parts += (parts.empty() ? " " : ", ") + shown(trigger);
    if (!parts.empty()) add(std::string(moment) + parts);
  });
  for (const tosca::EventHandler& handler : rules.handlers) add("runs " + handler.execute.file);
  return text;
}

/// What an operation of a type says, all that it inherits included.
inline std::string rules_in(const Model& model, std::string_view type, std::string_view interface, std::string_view operation) {
  if (!model.topology) return "no topology: " + model.problems();
  for (const tosca::Type& candidate : model.topology->types) {
    if (candidate.name != type) continue;
    const tosca::Interface* item = tosca::find_by_name(candidate.interfaces, interface);
    if (item == nullptr) continue;  // another kind of type may have the same name
    const tosca::Operation* found = tosca::find_by_name(item->operations, operation);
    return found == nullptr ? "no operation" : shown(tosca::rules_of(*found));
  }
  return "no interface";
}

/// An interface type I with the attributes `state` and `error`, and one operation `go` with the given body.
inline Model one_event(std::string_view version, const std::string& body) {
  return Model(std::string(version) +
               "interface_types:\n  I:\n    attributes: {state: {type: string}, error: {type: boolean, default: false}}\n"
               "    operations:\n      next: {}\n      go:\n" +
               body);
}

}  // namespace planbuilder::testing
