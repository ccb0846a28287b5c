#include "planbuilder/tosca/model/merge_events.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge_definitions.h"

namespace planbuilder::tosca {

namespace {

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// What a layer before made is nobody else's: the next one adds to it, without another copy. All parts are made as ones that
/// change.
template <class T>
T& edit_own(std::shared_ptr<const T>& shared) {
  return shared.use_count() == 1 ? const_cast<T&>(*shared) : edit(shared);
}

void refine_reaction(Reaction& inherited, const Reaction& own) {
  refine_by_name(inherited.set, own.set);
  append(inherited.triggers, own.triggers);
}

}  // namespace

bool tells_of_events(const Interface& item) { return !item.notifications.empty() || has_event_grammar(item); }

bool has_event_grammar(const Interface& item) {
  const auto has_rules = [](const auto& event) { return event.rules != nullptr; };
  return item.state || std::any_of(item.operations.begin(), item.operations.end(), has_rules) ||
         std::any_of(item.notifications.begin(), item.notifications.end(), has_rules);
}

void refine_rules(std::shared_ptr<const EventRules>& inherited, const std::shared_ptr<const EventRules>& own) {
  if (!own || own == inherited) return;
  if (!inherited) {
    inherited = own;
    return;
  }
  EventRules& merged = edit_own(inherited);
  append(merged.preconditions, own->preconditions);
  refine_reaction(merged.on_entry, own->on_entry);
  refine_reaction(merged.on_success, own->on_success);
  refine_reaction(merged.on_failure, own->on_failure);
  if (!own->handlers.empty()) merged.handlers = own->handlers;
}

void refine_state(std::shared_ptr<const InterfaceState>& inherited, const std::shared_ptr<const InterfaceState>& own) {
  if (!own || own == inherited) return;
  if (!inherited) {
    inherited = own;
    return;
  }
  InterfaceState& merged = edit_own(inherited);
  refine_definitions(merged.properties, own->properties);
  refine_definitions(merged.attributes, own->attributes);
  append(merged.triggers, own->triggers);
}

void drop_handlers(std::shared_ptr<const EventRules>& rules) {
  if (rules && !rules->handlers.empty()) edit(rules).handlers.clear();
}

}  // namespace planbuilder::tosca
