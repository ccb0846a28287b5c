// What a step of a workflow does to its targets: an activity for each, with its condition.
#pragma once

#include "planbuilder/flow/workflow/conditions.h"
#include "planbuilder/flow/workflow/find_operation.h"
#include "planbuilder/flow/workflow/join_parts.h"

namespace planbuilder::flow {

/// A target of a step, and when the step is done for it.
struct StepTarget {
  tosca::EntityId entity;
  plan::Expression condition;
};

class StepFiller {
 public:
  explicit StepFiller(Flow& flow)
      : flow_(flow),
        targets_(flow.topology),
        conditions_(flow.topology, flow.diagnostics),
        operations_(flow.topology, flow.diagnostics) {}

  [[nodiscard]] std::vector<StepTarget> targets_of(const Scope& scope, const tosca::WorkflowStep& step);
  /// These activities of the step, one after the other, for each target. Where there is no target nothing but the order is kept.
  Parts fill(const Scope& scope, const tosca::WorkflowStep& step, const std::vector<StepTarget>& targets,
             const std::vector<const tosca::Activity*>& activities);
  /// The file that is the workflow.
  Parts fill_implementation(const Scope& scope);
  plan::Expression preconditions(const Scope& scope) { return conditions_.preconditions(scope, targets_); }

 private:
  [[nodiscard]] bool is_meant(const tosca::WorkflowStep& step, tosca::EntityId member) const;
  [[nodiscard]] std::optional<tosca::NodeId> host_of(const tosca::WorkflowStep& step, tosca::EntityId target);
  std::optional<Performed> perform(tosca::EntityId target, const tosca::Activity& activity);
  ActivityId add(const Scope& scope, const tosca::WorkflowStep& step, const StepTarget& target, std::vector<Performed> performed);

  Flow& flow_;
  Targets targets_;
  Conditions conditions_;
  OperationFinder operations_;
};

}  // namespace planbuilder::flow
