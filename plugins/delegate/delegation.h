// Nodes that someone else must make: those that ask for a substitute nobody had, and those of abstract types.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class Delegation : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "delegate"; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, const tosca::Topology& topology) const override;
  void fill(const flow::Activity& activity, const tosca::Topology& topology, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
