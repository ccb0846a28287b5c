#include "planbuilder/react/conditions.h"

#include <algorithm>

#include "planbuilder/flow/workflow/conditions.h"
#include "planbuilder/plan/from_value.h"
#include "planbuilder/tosca/values/evaluate.h"

namespace planbuilder::react {

namespace {

using tosca::EntityId;
using tosca::NodeId;
using tosca::Topology;
using tosca::Trigger;

/// The clauses, wherever the trigger has them; null if nowhere.
Value clauses_of(const Trigger& trigger) {
  const tosca::Observation& observation = *trigger.observation;
  if (!observation.constraint.is_null()) return observation.constraint;
  const auto* map = trigger.condition.get_if<Map>();
  const auto is_of_observation = [](const MapEntry& entry) {
    return entry.key == "period" || entry.key == "evaluations" || entry.key == "method";
  };
  if (map != nullptr && std::all_of(map->begin(), map->end(), is_of_observation)) return {};
  return trigger.condition;
}

/// The node of that type which the event is about: the subject, or an end of it.
std::optional<EntityId> subject_of_type(const Topology& topology, const std::string& type, std::optional<EntityId> subject) {
  if (!subject) return std::nullopt;
  std::vector<NodeId> nodes;
  if (const auto* relationship = std::get_if<tosca::RelationshipId>(&*subject)) {
    nodes = {topology.relationships[*relationship].source, topology.relationships[*relationship].target};
  } else {
    nodes = {std::get<NodeId>(*subject)};
  }
  for (const NodeId node : nodes) {
    if (topology.derives_from(topology.nodes[node].type, type)) return node;
  }
  return std::nullopt;
}

/// The node that the filter of the trigger leads to, else the subject.
std::optional<EntityId> watched_entity(const Topology& topology, const Trigger& trigger, std::optional<EntityId> subject) {
  std::optional<EntityId> watched = subject;
  if (const NodeId node = topology.find_node(trigger.watched.name); node.valid()) {
    watched = node;
  } else if (!trigger.watched.empty()) {
    watched = subject_of_type(topology, trigger.watched.name, subject);
  }
  const auto* node = watched ? std::get_if<NodeId>(&*watched) : nullptr;
  if (trigger.watched_requirement.empty() || node == nullptr) return watched;
  for (const tosca::RelationshipId id : topology.nodes[*node].outgoing) {
    if (topology.relationships[id].requirement == trigger.watched_requirement.name) return topology.relationships[id].target;
  }
  return watched;
}

std::optional<plan::Expression> refuse_condition(const Trigger& trigger, SourceRange at, const std::string& reason,
                                                 Diagnostics& diagnostics) {
  diagnostics
      .warning(Code::target_cannot, at,
               "the trigger '" + trigger.name + "' never acts, since nobody can judge its condition: " + reason)
      .explain("A condition looks like this: [{load: [{greater_than: 80}]}]");
  return std::nullopt;
}

}  // namespace

std::optional<plan::Expression> condition_of(const Topology& topology, const Trigger& trigger, std::optional<EntityId> subject,
                                             Diagnostics& diagnostics) {
  if (trigger.condition.call() != nullptr) {
    return plan::to_expression(tosca::evaluate({topology, std::nullopt}, trigger.condition));
  }
  const Value clauses = clauses_of(trigger);
  if (clauses.is_null()) return plan::Expression{};
  const auto watched = watched_entity(topology, trigger, subject);
  if (!watched) return refuse_condition(trigger, trigger.at, "its filter leads to nothing", diagnostics);
  Diagnostics wrong;
  plan::Expression condition = flow::Conditions(topology, wrong).about({*watched, trigger.watched_capability.name}, clauses);
  if (!wrong.has_errors()) return condition;
  const Diagnostic& problem = wrong.since(0).front();
  return refuse_condition(trigger, problem.at, problem.summary, diagnostics);
}

namespace {

/// Counts what was replaced; the read that was is kept in `read`.
std::size_t replace_reads(plan::Expression& value, std::string_view input, plan::Expression& read) {
  const plan::Function* function = value.function();
  if (function == nullptr) return 0;
  if (std::holds_alternative<plan::AttributeRead>(function->data)) {
    read = value;
    plan::InputRead of_input;
    of_input.name = std::string(input);
    value = plan::computed({std::move(of_input)}, value.at);
    return 1;
  }
  const auto* formula = std::get_if<plan::Formula>(&function->data);
  if (formula == nullptr) return 0;
  plan::Formula changed = *formula;
  std::size_t count = 0;
  for (plan::Expression& argument : changed.arguments) count += replace_reads(argument, input, read);
  value = plan::computed({std::move(changed)}, value.at);
  return count;
}

}  // namespace

std::optional<plan::Expression> take_sample(plan::Expression& condition, std::string_view input) {
  plan::Expression read;
  if (replace_reads(condition, input, read) != 1) return std::nullopt;
  return read;
}

}  // namespace planbuilder::react
