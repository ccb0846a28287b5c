#include "planbuilder/tosca/checks/check_filters.h"

#include "planbuilder/tosca/checks/type_condition.h"

namespace planbuilder::tosca {

namespace {

/// What a filter reads is that of a node which is not known yet: only its form can be judged.
void check_filter(const NodeFilter& filter, const TypingContext& typing, Diagnostics& diagnostics) {
  if (filter.condition.is_null()) return;
  Value condition = filter.condition;
  type_condition(condition, typing, diagnostics);
}

}  // namespace

void check_filters(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics) {
  for (const Type& type : types) {
    for (const RequirementDefinition& requirement : type.own.requirements)
      check_filter(requirement.node_filter, {value_types}, diagnostics);
  }
}

void check_filters(const ServiceTemplate& service, ValueTypes& value_types, Diagnostics& diagnostics) {
  for (const NodeTemplate& node : service.nodes) {
    for (const RequirementAssignment& requirement : node.requirements)
      check_filter(*requirement.node_filter, {value_types, &service.inputs}, diagnostics);
  }
}

}  // namespace planbuilder::tosca
