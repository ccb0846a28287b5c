#include "planbuilder/flow/workflow/actions.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/plan_kinds/plan_kinds.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::flow {

namespace {

using Kind = tosca::Activity::Kind;

bool is_about_targets(const tosca::Activity& activity) { return activity.kind != Kind::inline_workflow; }

/// `scale_out`, also as an operation of some interface: of the region that the policy is, or that its targets are in.
std::optional<std::string> scaling_plan(const tosca::Topology& topology, const TriggerTargets& targets, const PolicyTrigger& from,
                                        const std::string& action) {
  const PlanKind* kind = PlanKinds::shipped().find_action(action);
  if (kind == nullptr || (*kind)->subject != Subject::region) return std::nullopt;
  if (tosca::find_by_name(topology.regions, from.policy->name) != nullptr) return plan_name(*kind, from.policy->name);
  std::unordered_set<std::size_t> wanted;
  for (const tosca::NodeId node : targets.nodes_of(from)) wanted.insert(node.index());
  for (const tosca::Region& region : topology.regions) {
    const auto is_wanted = [&](tosca::NodeId node) { return wanted.contains(node.index()); };
    if (std::any_of(region.nodes.begin(), region.nodes.end(), is_wanted)) return plan_name(*kind, region.name);
  }
  return std::nullopt;
}

std::string plan_of_inlined(const tosca::Topology& topology, const std::string& name) {
  const PlanKinds& kinds = PlanKinds::shipped();
  const PlanKind* kind = kinds.find(name);
  if (kind != nullptr && (*kind)->subject == Subject::service && !(*kind)->calls_operations()) return plan_name(*kind, "");
  const bool is_event =
      tosca::find_by_name(topology.workflows, name) == nullptr && tosca::find_by_name(topology.events, name) != nullptr;
  return plan_name(is_event ? kinds.of_events() : kinds.of_workflows(), name);
}

/// Nothing where somebody else has the plan.
std::optional<std::string> plan_elsewhere(const tosca::Topology& topology, const TriggerTargets& targets,
                                          const PolicyTrigger& from) {
  if (from.trigger->actions.size() != 1) return std::nullopt;
  const tosca::Activity& action = from.trigger->actions.front();
  if (auto scaling = scaling_plan(topology, targets, from, action.what.name)) return scaling;
  if (action.kind == Kind::inline_workflow) return plan_of_inlined(topology, action.what.name);
  return std::nullopt;
}

/// Activities about targets that stand side by side are a step of each target; a workflow between them is a step by itself.
class ActionWriter {
 public:
  ActionWriter(const PolicyTrigger& from, std::vector<tosca::Reference> targets) : from_(from), targets_(std::move(targets)) {
    const std::vector<tosca::Activity>& actions = from.trigger->actions;
    is_in_one_go_ = std::all_of(actions.begin(), actions.end(), is_about_targets);
    workflow_.name = from.name();
    workflow_.at = from.trigger->at;
  }

  tosca::Workflow write() {
    const std::vector<tosca::Activity>& actions = from_.trigger->actions;
    for (std::size_t next = 0; next < actions.size();) {
      std::size_t end = next + 1;
      while (is_about_targets(actions[next]) && end < actions.size() && is_about_targets(actions[end])) ++end;
      add_steps({actions.begin() + static_cast<std::ptrdiff_t>(next), actions.begin() + static_cast<std::ptrdiff_t>(end)});
      next = end;
    }
    return std::move(workflow_);
  }

 private:
  void add_steps(const std::vector<tosca::Activity>& activities) {
    const std::size_t before = begin_;
    begin_ = workflow_.steps.size();
    if (!is_about_targets(activities.front())) {
      add_step({}, activities);
    } else {
      for (const tosca::Reference& target : targets_) add_step(target, activities);
    }
    for (std::size_t first = before; first < begin_; ++first) {
      for (std::size_t then = begin_; then < workflow_.steps.size(); ++then)
        workflow_.steps[first].on_success.push_back({workflow_.steps[then].name, from_.trigger->at});
    }
  }

  void add_step(const tosca::Reference& target, const std::vector<tosca::Activity>& activities) {
    tosca::WorkflowStep& step = workflow_.steps.emplace_back();
    step.name = from_.trigger->name + (is_in_one_go_ ? "" : "." + std::to_string(workflow_.steps.size()));
    step.target = target;
    step.activities = activities;
    step.at = from_.trigger->at;
  }

  const PolicyTrigger& from_;
  std::vector<tosca::Reference> targets_;
  tosca::Workflow workflow_;
  bool is_in_one_go_ = false;  // then nothing follows a step, and all of them may have the same name
  std::size_t begin_ = 0;      // of the steps that were added last
};

}  // namespace

std::vector<PolicyTrigger> policy_triggers(const tosca::Topology& topology) {
  std::vector<PolicyTrigger> all;
  const tosca::PolicyTypes types(topology);
  for (const tosca::PolicyTemplate& policy : topology.policies) {
    const auto add = [&](const std::vector<tosca::Trigger>& triggers, bool of_type) {
      for (const tosca::Trigger& trigger : triggers) {
        if (trigger.actions.empty()) continue;  // before 1.2 an action is an operation of nobody
        if (!of_type || tosca::find_by_name(policy.triggers, trigger.name) == nullptr) all.push_back({&policy, &trigger});
      }
    };
    if (const tosca::TypeId type = types.of(policy); type.valid()) add(topology.types[type].triggers, true);
    add(policy.triggers, false);
  }
  return all;
}

std::string own_plan_of(const PolicyTrigger& from) { return plan_name(PlanKinds::shipped().of_triggers(), from.name()); }

std::string plan_of_action(const tosca::Topology& topology, const TriggerTargets& targets, const PolicyTrigger& from) {
  return plan_elsewhere(topology, targets, from).value_or(own_plan_of(from));
}

std::vector<PlanRequest> action_plans(const tosca::Topology& topology) {
  std::vector<PlanRequest> plans;
  const TriggerTargets targets(topology);
  for (const PolicyTrigger& from : policy_triggers(topology)) {
    const std::vector<tosca::Activity>& actions = from.trigger->actions;
    std::vector<tosca::Reference> about = targets.find(from);
    const bool has_targets = !about.empty() || std::none_of(actions.begin(), actions.end(), is_about_targets);
    if (!has_targets || plan_elsewhere(topology, targets, from)) continue;
    auto workflow = std::make_shared<const tosca::Workflow>(ActionWriter(from, std::move(about)).write());
    plans.push_back({PlanKinds::shipped().of_triggers(), nullptr, {}, std::move(workflow)});
  }
  return plans;
}

}  // namespace planbuilder::flow
