// The situation in which a plan begins, the event that starts it, and the entities that it is about.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/events/causes.h"
#include "planbuilder/events/interpret.h"
#include "planbuilder/events/options.h"
#include "planbuilder/flow/derive.h"

namespace planbuilder::events {

struct Scenario {
  State before;
  Start start;
  std::vector<char> scope;                   // by entity: who gets events; empty: all
  std::vector<char> books;                   // and whose instances are made or removed
  std::optional<flow::AbstractPlan> around;  // how relationships would do it, where that says what is selected or counted
  bool makes_instances = false;
  bool removes_instances = false;
  std::optional<ConstantId> desired;  // the state that everything must come to rest in
  ConstantId desired_attribute;       // of which attribute

  [[nodiscard]] bool contains(EntityIndex entity) const { return scope.empty() || scope[entity.index()] != 0; }
  [[nodiscard]] bool keeps_books_of(EntityIndex entity) const { return books.empty() || books[entity.index()] != 0; }
};

/// Nothing when there is no such event, which is reported with those that could be sent.
std::optional<Scenario> set_scene(Model& model, const flow::PlanRequest& request, const Options& options,
                                  const flow::Semantics& semantics, Diagnostics& diagnostics);

}  // namespace planbuilder::events
