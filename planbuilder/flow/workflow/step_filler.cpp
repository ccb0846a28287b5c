#include "planbuilder/flow/workflow/step_filler.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::flow {

/// Of a group, `operation_host` says which members are meant: a node, or those of a type.
bool StepFiller::is_meant(const tosca::WorkflowStep& step, tosca::EntityId member) const {
  const auto* node = std::get_if<tosca::NodeId>(&member);
  if (step.operation_host.empty() || node == nullptr || !targets_.is_group(step.target)) return true;
  const tosca::Node& known = flow_.topology.nodes[*node];
  return known.name == step.operation_host ||
         (known.type.valid() && flow_.topology.derives_from(known.type, step.operation_host));
}

std::vector<StepTarget> StepFiller::targets_of(const Scope& scope, const tosca::WorkflowStep& step) {
  std::vector<StepTarget> targets;
  for (const tosca::EntityId entity : targets_.find(step.target, step.target_relationship)) {
    if (is_meant(step, entity)) targets.push_back({entity, conditions_.filter(scope, step.filter, entity)});
  }
  if (targets.empty() && !step.target.empty()) {
    const bool joins = !step.target_relationship.empty();
    flow_.diagnostics.warning(
        Code::idle_step, joins ? step.target_relationship.at : step.target.at,
        joins ? "'" + step.target.name + "' has no relationship '" + step.target_relationship.name + "': the step '" + step.name +
                    "' does nothing"
              : "the group '" + step.target.name + "' has no such members: the step '" + step.name + "' does nothing");
  }
  return targets;
}

std::optional<tosca::NodeId> StepFiller::host_of(const tosca::WorkflowStep& step, tosca::EntityId target) {
  const std::string& where = step.operation_host;
  const auto* node = std::get_if<tosca::NodeId>(&target);
  if (where.empty() || targets_.is_group(step.target)) return std::nullopt;
  if (where == "ORCHESTRATOR") return tosca::NodeId();
  if (where == "SELF") return node != nullptr ? std::optional(*node) : std::nullopt;
  if (const tosca::NodeId named = flow_.topology.find_node(where); named.valid()) return named;
  if (node != nullptr && where == "HOST") {
    const tosca::RelationshipId hosting = flow_.topology.nodes[*node].hosting;
    return hosting.valid() ? flow_.topology.relationships[hosting].target : *node;
  }
  if (node == nullptr && (where == "SOURCE" || where == "TARGET")) {
    const tosca::Relationship& joined = flow_.topology.relationships[std::get<tosca::RelationshipId>(target)];
    return where == "SOURCE" ? joined.source : joined.target;
  }
  flow_.diagnostics.error(Code::unknown_name, step.at,
                          "the step '" + step.name + "' has the operation_host '" + where + "', which '" +
                              flow_.topology.id_of(target) + "' does not have");
  return std::nullopt;
}

/// Nothing where nothing is to be done, or after an error.
std::optional<Performed> StepFiller::perform(tosca::EntityId target, const tosca::Activity& activity) {
  if (activity.kind != tosca::Activity::Kind::call_operation) return Performed{&activity};
  const auto found = operations_.find(target, activity);
  if (!found) return std::nullopt;
  if (found->is_implemented) return Performed{&activity, found->interface, found->operation};
  flow_.diagnostics
      .note(Code::idle_step, activity.what.at, "the operation '" + activity.what.name + "' is not implemented: nothing is called")
      .concerning("'" + flow_.topology.id_of(target) + "'");
  return std::nullopt;
}

ActivityId StepFiller::add(const Scope& scope, const tosca::WorkflowStep& step, const StepTarget& target,
                           std::vector<Performed> performed) {
  Activity activity;
  const std::string name = scope.prefix + step.name;
  activity.id = flow_.unique_id(escape_id(flow_.topology.id_of(target.entity)) + "/" + escape_id(name));
  activity.entity = target.entity;
  activity.transition = Transition::perform;
  activity.loops = true;  // over the instances that are there
  if (!target.condition.is_null()) activity.condition = target.condition;
  activity.part = WorkflowPart{name, std::move(performed), host_of(step, target.entity), &scope.workflow, false, scope.given};
  activity.reason = "the step '" + step.name + "' of the workflow '" + scope.workflow.name + "' says so";
  activity.at = step.at;
  return flow_.plan.activities.add(std::move(activity));
}

Parts StepFiller::fill(const Scope& scope, const tosca::WorkflowStep& step, const std::vector<StepTarget>& targets,
                       const std::vector<const tosca::Activity*>& activities) {
  std::vector<ActivityId> all;
  bool does_something = false;
  for (const StepTarget& target : targets) {
    std::vector<Performed> performed;
    for (const tosca::Activity* activity : activities) {
      if (auto one = perform(target.entity, *activity)) performed.push_back(std::move(*one));
    }
    does_something = does_something || !performed.empty();
    all.push_back(add(scope, step, target, std::move(performed)));
  }
  if (targets.empty()) {
    all.push_back(
        add_junction(flow_, escape_id(scope.prefix + step.name), "it keeps the order of what comes before and after", step.at));
  } else if (!does_something) {
    flow_.diagnostics.warning(Code::idle_step, step.at,
                              "the step '" + step.name + "' of the workflow '" + scope.workflow.name + "' does nothing");
  }
  return {all, all, all};
}

Parts StepFiller::fill_implementation(const Scope& scope) {
  const tosca::Workflow& workflow = scope.workflow;
  const std::string name = scope.prefix + workflow.name;
  const ActivityId id =
      add_junction(flow_, escape_id(name), "it is the implementation of the workflow '" + workflow.name + "'", workflow.at);
  flow_[id].part = WorkflowPart{name, {}, {}, &workflow, true, scope.given};
  return {{id}, {id}, {id}};
}

}  // namespace planbuilder::flow
