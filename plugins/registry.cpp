#include "plugins/registry.h"

#include "plugins/delegate/delegation.h"
#include "plugins/lifecycle/event_handler.h"
#include "plugins/lifecycle/lifecycle.h"
#include "plugins/lifecycle/relationship_configure.h"
#include "plugins/selection/selection.h"

namespace planbuilder::plugins {

std::span<const Plugin* const> all_plugins() {
  static const Lifecycle standard = standard_lifecycle();
  static const Lifecycle opentosca = opentosca_lifecycle();
  static const RelationshipConfigure relationship_configure;
  static const Delegation delegation;
  static const EventHandlers event_handlers;
  static const FirstInstance first_instance;
  static const LastInstance last_instance;
  static const UserProvided user_provided;
  static const RecursiveSelection recursive_selection;

  static const Plugin* const plugins[] = {
      // lifecycle: they know interfaces
      &standard,
      &opentosca,
      &relationship_configure,
      &event_handlers,
      // what others must do
      &delegation,
      // selection: they know strategies
      &first_instance,
      &last_instance,
      &user_provided,
      &recursive_selection,
  };
  return plugins;
}

}  // namespace planbuilder::plugins
