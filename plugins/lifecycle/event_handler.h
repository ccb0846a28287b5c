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
};

}  // namespace planbuilder::plugins
