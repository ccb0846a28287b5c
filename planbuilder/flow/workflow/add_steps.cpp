#include <algorithm>
#include <unordered_set>

#include "planbuilder/flow/workflow/generated_part.h"
#include "planbuilder/flow/workflow/given_inputs.h"
#include "planbuilder/flow/workflow/join_steps.h"
#include "planbuilder/flow/workflow/step_filler.h"
#include "planbuilder/flow/workflow/step_graph.h"
#include "planbuilder/flow/workflow/workflow_passes.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::flow {

namespace {

/// Workflows that inline others twice each, over a few levels, would become more steps than there is memory.
constexpr std::size_t most_inlined = 50'000;
constexpr std::size_t most_levels = 64;

using Kind = tosca::Activity::Kind;

class StepAdder {
 public:
  explicit StepAdder(Flow& flow) : flow_(flow), filler_(flow), generated_(flow) {
    for (const tosca::Workflow& workflow : flow.topology.workflows) workflows_.emplace(workflow.name, &workflow);
  }

  Parts add(const Scope& scope) {
    const bool is_new = known_.insert(&scope.workflow).second;
    take_inputs(scope);
    if (scope.workflow.implementation) return filler_.fill_implementation(scope);
    if (scope.workflow.steps.empty()) return add_nothing(scope);
    const StepGraph graph(scope.workflow);
    if (is_new) check_joins(graph, flow_.diagnostics);
    std::vector<Parts> steps;
    for (const tosca::WorkflowStep& step : scope.workflow.steps) steps.push_back(add(scope, step));
    join_steps(flow_, scope, graph, steps);
    return ends_of(graph, steps);
  }

 private:
  /// A step as far as it is put together.
  struct Sequence {
    const Scope& scope;
    const tosca::WorkflowStep& step;
    std::vector<StepTarget> targets;
    std::vector<const tosca::Activity*> own = {};  // that wait to be put into one activity
    Parts parts = {};
    std::size_t pieces = 0;
  };

  /// What another workflow gives is none of the plan's inputs.
  void take_inputs(const Scope& scope) {
    const auto is_given = [&](const tosca::ParameterDefinition& input) {
      return scope.given && std::any_of(scope.given->begin(), scope.given->end(),
                                        [&](const SentInput& given) { return given.name == input.name; });
    };
    for (const tosca::ParameterDefinition& input : scope.workflow.inputs) {
      if (!is_given(input) && asked_for_.insert(&input).second) flow_.plan.inputs.push_back(&input);
    }
  }

  Parts add_nothing(const Scope& scope) {
    flow_.diagnostics.warning(Code::idle_step, scope.workflow.at, "the workflow '" + scope.workflow.name + "' has no steps");
    const ActivityId id =
        add_junction(flow_, escape_id(scope.prefix + scope.workflow.name), "the workflow has no steps", scope.workflow.at);
    return {{id}, {id}, {id}};
  }

  Parts add(const Scope& scope, const tosca::WorkflowStep& step) {
    if (scope.outer != nullptr && ++inlined_ > most_inlined) {
      if (inlined_ == most_inlined + 1) report_too_many(step);
      return {};
    }
    Sequence sequence{scope, step, filler_.targets_of(scope, step)};
    for (const tosca::Activity& activity : step.activities) add(sequence, activity);
    if (!sequence.own.empty() || sequence.pieces == 0) finish_own(sequence);
    return std::move(sequence.parts);
  }

  void report_too_many(const tosca::WorkflowStep& step) {
    flow_.diagnostics
        .error(Code::workflow_limit, step.at,
               "more than " + std::to_string(most_inlined) + " steps of other workflows are inlined")
        .explain("a step counts as often as its workflow is inlined");
  }

  void add(Sequence& sequence, const tosca::Activity& activity) {
    if (activity.kind == Kind::inline_workflow) return inline_workflow(sequence, activity);
    if (activity.kind == Kind::delegate) return delegate(sequence, activity);
    if (sequence.step.target.empty()) {
      flow_.diagnostics.error(Code::missing_keyname, activity.at,
                              "the step '" + sequence.step.name + "' has no target to do this to");
      return;
    }
    sequence.own.push_back(&activity);
  }

  /// What was collected so far becomes an activity of each target.
  void finish_own(Sequence& sequence) {
    append(sequence, filler_.fill(sequence.scope, sequence.step, sequence.targets, sequence.own));
    sequence.own.clear();
  }

  void append(Sequence& sequence, const Parts& next) {
    if (next.first.empty()) return;
    Parts& parts = sequence.parts;
    if (sequence.pieces++ == 0) {
      parts = next;
    } else {
      const std::string& name = sequence.step.name;
      join_parts(flow_, parts.last, next.first,
                 {{"workflow", "the step '" + name + "' does this in sequence", sequence.step.at},
                  escape_id(sequence.scope.prefix + name)});
      parts.last = next.last;
      parts.open.insert(parts.open.end(), next.open.begin(), next.open.end());
    }
    if (sequence.pieces == 2) check_filter(sequence);
  }

  /// It is asked of each part when its turn comes, so its answer must stay the same.
  void check_filter(const Sequence& sequence) {
    for (const StepTarget& target : sequence.targets) {
      if (!may_change(target.condition)) continue;
      flow_.diagnostics
          .error(Code::bad_condition, sequence.step.filter.front().at,
                 "the filter of '" + sequence.step.name + "' may have another answer after a part of the step is done")
          .explain("the step inlines or delegates: put the filter to steps that do not");
      return;
    }
  }

  // --- other workflows ---

  void inline_workflow(Sequence& sequence, const tosca::Activity& activity) {
    if (!sequence.own.empty()) finish_own(sequence);
    const ActivityId before(flow_.plan.activities.size());
    const Parts parts = parts_of_other(sequence, activity);
    restrict_by_filter(sequence, before);
    append(sequence, parts);
  }

  /// One that the model writes out, or one of ours; nothing after an error.
  Parts parts_of_other(const Sequence& sequence, const tosca::Activity& activity) {
    if (const auto found = workflows_.find(activity.what.name); found != workflows_.end())
      return parts_of_written(sequence, activity, *found->second);
    const PlanKind* kind = kind_replaced_by(activity.what.name);
    if (kind != nullptr) return generated_.add(*kind, all_nodes());
    const std::string guess =
        flow_.diagnostics.guess(activity.what.name, [&] { return tosca::names_of(flow_.topology.workflows); });
    flow_.diagnostics.error(Code::unknown_name, activity.what.at, "there is no workflow '" + activity.what.name + "'" + guess);
    return {};
  }

  [[nodiscard]] std::vector<tosca::NodeId> all_nodes() const {
    std::vector<tosca::NodeId> all;
    for (const tosca::NodeId node : flow_.topology.nodes.ids()) all.push_back(node);
    return all;
  }

  Parts parts_of_written(const Sequence& sequence, const tosca::Activity& activity, const tosca::Workflow& workflow) {
    const Scope inner{workflow,
                      &sequence.scope,
                      sequence.scope.prefix + sequence.step.name + ".",
                      given_to(workflow, sequence, activity),
                      activity.at,
                      sequence.scope.depth + 1};
    if (is_endless(inner)) return {};
    const ActivityId before(flow_.plan.activities.size());
    Parts parts = add(inner);
    restrict(filler_.preconditions(inner), before, workflow.preconditions);
    return parts;
  }

  bool is_endless(const Scope& inner) {
    for (const Scope* outer = inner.outer; outer != nullptr; outer = outer->outer) {
      if (&outer->workflow != &inner.workflow) continue;
      report_cycle(inner);
      return true;
    }
    if (inner.depth <= most_levels) return false;
    flow_.diagnostics.error(Code::workflow_limit, inner.at,
                            "workflows inline one another more than " + std::to_string(most_levels) + " deep");
    return true;
  }

  void report_cycle(const Scope& inner) {
    std::vector<const Scope*> chain{&inner};
    do {
      chain.push_back(chain.back()->outer);
    } while (&chain.back()->workflow != &inner.workflow);
    std::string path = chain.back()->workflow.name;
    for (auto scope = chain.rbegin() + 1; scope != chain.rend(); ++scope) path += " -> " + (*scope)->workflow.name;
    Diagnostic& problem = flow_.diagnostics.error(Code::inline_cycle, inner.at,
                                                  "the workflow '" + inner.workflow.name + "' inlines itself: " + path);
    for (auto scope = chain.rbegin() + 1; scope != chain.rend(); ++scope)
      problem.note("'" + (*scope)->outer->workflow.name + "' inlines '" + (*scope)->workflow.name + "'", (*scope)->at);
  }

  /// What the inlined workflow reads as its inputs; those that nobody gives are asked for.
  std::shared_ptr<const GivenInputs> given_to(const tosca::Workflow& workflow, const Sequence& sequence,
                                              const tosca::Activity& activity) {
    GivenInputs given;
    for (const tosca::Assignment& input : activity.inputs) {
      const tosca::ParameterDefinition* wanted = tosca::find_by_name(workflow.inputs, input.name);
      given.push_back({input.name, evaluated(sequence, input.value, wanted)});
    }
    for (const tosca::ParameterDefinition& input : workflow.inputs) {
      if (tosca::find_by_name(activity.inputs, input.name) == nullptr && input.default_value)
        given.push_back({input.name, plan::to_expression(*input.default_value)});
    }
    return std::make_shared<const GivenInputs>(std::move(given));
  }

  plan::Expression evaluated(const Sequence& sequence, const Value& value, const tosca::ParameterDefinition* wanted) {
    const auto self = sequence.targets.size() == 1 ? std::optional(sequence.targets.front().entity) : std::nullopt;
    Value known = tosca::evaluate({flow_.topology, self, &flow_.diagnostics, false, &sequence.scope.workflow.inputs}, value);
    if (wanted != nullptr && is_literal(known)) {
      if (const auto primitive = tosca::primitive_named(wanted->schema.type.name)) tosca::type_as(*primitive, known);
    }
    plan::Expression result = plan::to_expression(std::move(known));
    if (sequence.scope.given) put_in(*sequence.scope.given, result);
    return result;
  }

  /// What another workflow says is done only where the step is.
  void restrict_by_filter(const Sequence& sequence, ActivityId before) {
    if (sequence.step.filter.empty() || sequence.targets.empty()) return;
    const StepTarget& target = sequence.targets.front();
    if (sequence.targets.size() > 1 || tosca::is_counted(flow_.topology, target.entity)) {
      flow_.diagnostics.error(Code::bad_condition, sequence.step.filter.front().at,
                              "the filter of '" + sequence.step.name +
                                  "' is asked of several instances, but the step does something that is done once");
      return;
    }
    restrict(target.condition, before, sequence.step.filter);
  }

  /// All activities from one on are done only if the condition holds.
  void restrict(const plan::Expression& condition, ActivityId from, const std::vector<Value>& said) {
    if (condition.is_null()) return;
    if (flow_.plan.activities.size() - from.index() > 1 && may_change(condition)) {
      flow_.diagnostics
          .error(Code::bad_condition, said.front().at,
                 "what is asked here may have another answer after a part of the workflow is done")
          .explain("write it as the filter of the steps that it is for");
      return;
    }
    for (std::size_t i = from.index(); i < flow_.plan.activities.size(); ++i) {
      Activity& activity = flow_[ActivityId(i)];
      activity.condition = all_of({*activity.condition, condition});
    }
  }

  // --- what is left to others, or to us ---

  /// The nodes that we plan for, and what is left to someone else.
  [[nodiscard]] std::pair<std::vector<tosca::NodeId>, std::vector<StepTarget>> shares_of(const Sequence& sequence) const {
    std::pair<std::vector<tosca::NodeId>, std::vector<StepTarget>> shares;
    for (const StepTarget& target : sequence.targets) {
      const auto* node = std::get_if<tosca::NodeId>(&target.entity);
      if (node == nullptr || is_provided(flow_.topology, *node)) {
        shares.second.push_back(target);
      } else {
        shares.first.push_back(*node);
      }
    }
    return shares;
  }

  void delegate(Sequence& sequence, const tosca::Activity& activity) {
    const PlanKind* kind = kind_replaced_by(activity.what.name);
    const auto [ours, others] = shares_of(sequence);
    if (ours.empty() && !others.empty()) {
      sequence.own.push_back(&activity);
      return;
    }
    if (kind == nullptr) return inline_workflow(sequence, activity);
    if (!sequence.own.empty()) finish_own(sequence);
    const ActivityId before(flow_.plan.activities.size());
    Parts parts = generated_.add(*kind, ours);
    restrict_by_filter(sequence, before);
    if (!others.empty()) parts.add(filler_.fill(sequence.scope, sequence.step, others, {&activity}));
    append(sequence, parts);
  }

  static Parts ends_of(const StepGraph& graph, const std::vector<Parts>& steps) {
    Parts whole;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (graph.is_initial[i] != 0) whole.first.insert(whole.first.end(), steps[i].first.begin(), steps[i].first.end());
      if (graph.is_final[i] != 0) whole.last.insert(whole.last.end(), steps[i].last.begin(), steps[i].last.end());
      if (graph.workflow.steps[i].on_failure.empty())
        whole.open.insert(whole.open.end(), steps[i].open.begin(), steps[i].open.end());
    }
    return whole;
  }

  Flow& flow_;
  StepFiller filler_;
  std::unordered_map<std::string_view, const tosca::Workflow*> workflows_;
  std::unordered_set<const tosca::Workflow*> known_;
  std::unordered_set<const tosca::ParameterDefinition*> asked_for_;
  GeneratedParts generated_;
  std::size_t inlined_ = 0;  // steps
};

}  // namespace

void add_steps(Flow& flow) {
  flow.plan.derivation = "workflow";
  flow.plan.workflow = flow.request.workflow;
  const Parts whole = StepAdder(flow).add({*flow.request.workflow});
  flow.first_of_workflow = whole.first;
  flow.last_of_workflow = whole.last;
}

}  // namespace planbuilder::flow
