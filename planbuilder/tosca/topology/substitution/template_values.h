// Every value that stands in a template, for those who search or rewrite them all.
#pragma once

#include <type_traits>

#include "planbuilder/tosca/model/definitions.h"

namespace planbuilder::tosca {

// Parts are const or mutable; the visitor gets their values alike.

template <class Assignments, class Visit>
void for_each_assigned(Assignments& assignments, const Visit& visit) {
  for (auto& assignment : assignments) visit(assignment.value);
}

template <class Parameters, class Visit>
void for_each_given(Parameters& parameters, const Visit& visit) {
  for (auto& parameter : parameters) {
    if (parameter.default_value) visit(*parameter.default_value);
    if (parameter.value) visit(*parameter.value);
  }
}

template <class Interfaces, class Visit>
void for_each_input(Interfaces& interfaces, const Visit& visit) {
  for (auto& item : interfaces) {
    for_each_given(item.inputs, visit);
    for (auto& operation : item.operations) for_each_given(operation.inputs, visit);
    for (auto& notification : item.notifications) for_each_given(notification.inputs, visit);
  }
}

/// Visits a part that few have, if it is there.
template <class RarePart, class Visit>
void if_present(RarePart& part, const Visit& visit) {
  if (!part.present()) return;
  if constexpr (std::is_const_v<RarePart>) {
    visit(*part);
  } else {
    visit(part.make());
  }
}

template <class RareFilter, class Visit>
void for_each_condition(RareFilter& rare, const Visit& visit) {
  const auto visit_clauses = [&](auto& conditions) {
    for (auto& condition : conditions) {
      for (auto& clause : condition.clauses) visit(clause);
    }
  };
  if_present(rare, [&](auto& filter) {
    visit_clauses(filter.properties);
    for (auto& capability : filter.capabilities) visit_clauses(capability.properties);
    visit(filter.condition);
  });
}

template <class Group, class Visit>
void for_each_value_of_group(Group& group, const Visit& visit) {
  for_each_assigned(group.properties, visit);
  for_each_assigned(group.attributes, visit);
}

/// Of the relationship that a requirement makes.
template <class Requirement, class Visit>
void for_each_value_of_requirement(Requirement& requirement, const Visit& visit) {
  for_each_assigned(requirement.properties, visit);
  for_each_input(requirement.interfaces, visit);
  for_each_condition(requirement.node_filter, visit);
  for (auto* value : {&requirement.node_index, &requirement.count}) if_present(*value, visit);
  for (auto* assignments : {&requirement.allocation, &requirement.attributes})
    if_present(*assignments, [&](auto& all) { for_each_assigned(all, visit); });
}

/// Of the node itself; those of its requirements stand in other contexts.
template <class Node, class Visit>
void for_each_value_of_node(Node& node, const Visit& visit) {
  for_each_assigned(node.properties, visit);
  for_each_assigned(node.attributes, visit);
  for (auto& capability : node.capabilities) {
    for_each_assigned(capability.properties, visit);
    for_each_assigned(capability.attributes, visit);
  }
  for_each_input(node.interfaces, visit);
  for_each_condition(node.node_filter, visit);
  if_present(node.count, visit);
}

template <class Relationship, class Visit>
void for_each_value_of_relationship(Relationship& relationship, const Visit& visit) {
  for_each_assigned(relationship.properties, visit);
  for_each_assigned(relationship.attributes, visit);
  for_each_input(relationship.interfaces, visit);
}

template <class Policy, class Visit>
void for_each_value_of_policy(Policy& policy, const Visit& visit) {
  for_each_assigned(policy.properties, visit);
  for (auto& trigger : policy.triggers) {
    visit(trigger.condition);
    for (auto& action : trigger.actions) for_each_assigned(action.inputs, visit);
  }
}

template <class Flow, class Visit>
void for_each_value_of_workflow(Flow& workflow, const Visit& visit) {
  for_each_given(workflow.inputs, visit);
  for_each_given(workflow.outputs, visit);
  for (auto& condition : workflow.preconditions) visit(condition);
  for (auto& step : workflow.steps) {
    for (auto& condition : step.filter) visit(condition);
    for (auto& activity : step.activities) for_each_assigned(activity.inputs, visit);
  }
}

}  // namespace planbuilder::tosca
