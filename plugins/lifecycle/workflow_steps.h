// Steps of workflows that the model writes out: each does what is said, whatever the type of its target.
#pragma once

#include "plugins/plugin.h"

namespace planbuilder::plugins {

class WorkflowSteps : public Plugin {
 public:
  [[nodiscard]] std::string_view name() const override { return "workflow-step"; }
  [[nodiscard]] std::string_view description() const override { return "What a step of a workflow of the model says."; }
  [[nodiscard]] std::optional<Match> match(const flow::Activity& activity, Surroundings& around) const override;
  void fill(const flow::Activity& activity, Surroundings& around, StepBuilder& steps) const override;
};

}  // namespace planbuilder::plugins
