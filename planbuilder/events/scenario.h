// The situation in which a plan begins, the event that starts it, and the entities that it is about.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/events/derive.h"

namespace planbuilder::events {

struct Scenario {
  State before;
  Start start;
  std::vector<char> scope;                   // by entity; empty: all
  std::optional<flow::AbstractPlan> around;  // how relationships would do it: whose selections are taken over
  bool makes_instances = false;
  bool removes_instances = false;
  std::optional<ConstantId> desired;  // the state that everything must come to rest in
  ConstantId desired_attribute;       // of which attribute

  [[nodiscard]] bool contains(EntityIndex entity) const { return scope.empty() || scope[entity.index()] != 0; }
};

/// Nothing when there is no such event, which is reported with those that could be sent.
std::optional<Scenario> set_scene(Model& model, const flow::PlanRequest& request, const Options& options,
                                  const flow::Semantics& semantics, Diagnostics& diagnostics);

}  // namespace planbuilder::events
