// Events of a state machine: what handles them is called, whatever the entity's type.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class EventHandlers : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "event-handler"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
