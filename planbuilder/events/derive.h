// Derives abstract plans from state machines and triggers: the order emerges from running them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "planbuilder/events/causes.h"
#include "planbuilder/events/options.h"
#include "planbuilder/flow/derive.h"

namespace planbuilder::events {

struct Simulation;

/// The plans of one service. What it derives refers to nothing in it.
class Derivation {
 public:
  /// The overlay is for services that say nothing of events themselves.
  Derivation(const tosca::Topology& topology, const Overlay* overlay, Options options, const flow::Semantics& semantics);

  /// Those of all kinds whose event the service receives, for regions one each, and one for every other event.
  std::vector<flow::PlanRequest> all_plans();
  /// Nothing when a state machine gets stuck, which is reported with the reason.
  std::optional<flow::AbstractPlan> derive(const flow::PlanRequest& request, Diagnostics& diagnostics);
  /// The run that such a plan is made of, also when it gets stuck, which is reported. Nothing when it cannot begin.
  std::optional<Simulation> simulate(const flow::PlanRequest& request, std::set<ReceiverId> failing, Diagnostics& diagnostics);

  [[nodiscard]] Model& model() { return model_; }
  [[nodiscard]] Mode mode() const { return options_.mode; }

 private:
  const DataNeeds& needs();

  const tosca::Topology& topology_;
  Options options_;
  const flow::Semantics& semantics_;
  Model model_;
  std::optional<DataNeeds> needs_;  // found when they are first asked for
};

}  // namespace planbuilder::events
