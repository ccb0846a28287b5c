// Events of a state machine: what handles them is called, whatever the entity's type.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class EventHandlers : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "event-handler"; }
  [[nodiscard]] std::string_view description() const override { return "What handles an event of a state machine."; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, Surroundings& around) const override;
  void fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const override;

  /// The operations that implement an event: of the interface itself, or of one that other languages have in its place. Mostly
  /// one; the shipped life cycle takes both ends of a relationship apart at once.
  static std::vector<OperationName> find_operations(const flow::Activity& activity,
                                                    const std::vector<tosca::Interface>& interfaces);
  /// What the plugin of that name would do for a whole entity is done event by event.
  static bool stands_for(std::string_view plugin);
};

}  // namespace planbuilder::plugins
