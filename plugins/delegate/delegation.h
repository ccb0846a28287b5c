// Nodes that someone else must make: those that ask for a substitute nobody had, and those of abstract types.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class Delegation : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "delegate"; }
  [[nodiscard]] std::string_view kind() const override { return "type"; }
  [[nodiscard]] std::string_view description() const override {
    return "Nodes that someone else must make: the model leaves them open.";
  }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, Surroundings& around) const override;
  void fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
