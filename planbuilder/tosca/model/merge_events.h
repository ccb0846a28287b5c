// How a node or relationship type, or a template, refines what an interface says of its events.
#pragma once

#include "planbuilder/tosca/model/event_grammar.h"

namespace planbuilder::tosca {

/// Preconditions add up: all of them must be true. Sets are inherited, and one of the refinement wins over an inherited
/// one of the same attribute; triggers are appended; handlers are replaced, as implementations are.
void refine_rules(std::shared_ptr<const EventRules>& inherited, const std::shared_ptr<const EventRules>& own);

/// Properties and attributes are refined by name, triggers are appended.
void refine_state(std::shared_ptr<const InterfaceState>& inherited, const std::shared_ptr<const InterfaceState>& own);

/// An own implementation takes the place of inherited handlers.
void drop_handlers(std::shared_ptr<const EventRules>& rules);

}  // namespace planbuilder::tosca
