#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

/// A bare value assigns to the definition that is there; a definition replaces it.
void refine_inputs(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own) {
  for (const ParameterDefinition& input : own) {
    ParameterDefinition* same = find_by_name(inherited, input.name);
    if (same == nullptr) {
      inherited.push_back(input);
    } else if (input.schema.type.empty()) {
      same->value = input.value;
      same->at = input.at;
    } else {
      *same = input;
    }
  }
}

void refine_operation(Operation& inherited, const Operation& own) {
  if (own.implementation) {
    inherited.implementation = own.implementation;
    inherited.dependencies = own.dependencies;
  }
  if (own.timeout) inherited.timeout = own.timeout;
  if (!own.operation_host.empty()) inherited.operation_host = own.operation_host;
  refine_inputs(inherited.inputs, own.inputs);
  for (const OutputAssignment& output : own.outputs) {
    std::erase_if(inherited.outputs, [&](const OutputAssignment& before) { return before.output == output.output; });
    inherited.outputs.push_back(output);
  }
  inherited.at = own.at;
}

void take(Reference& inherited, const Reference& own) {
  if (!own.empty()) inherited = own;
}

/// Constraints are not merged here: those of the inherited definition hold in any case.
Schema refine_schema(const Schema& inherited, const Schema& own) {
  if (!own.details) return inherited;
  Schema schema{inherited.type, {}};
  schema.details = std::make_shared<SchemaDetails>(SchemaDetails{own.entry().type.empty() ? inherited.entry() : own.entry(),
                                                                 own.key().type.empty() ? inherited.key() : own.key(),
                                                                 own.constraints(), own.validations()});
  return schema;
}

}  // namespace

void refine_requirements(std::vector<RequirementDefinition>& inherited, const std::vector<RequirementDefinition>& own) {
  for (const RequirementDefinition& item : own) {
    RequirementDefinition* same = find_by_name(inherited, item.name);
    if (same == nullptr) {
      inherited.push_back(item);
      continue;
    }
    take(same->capability, item.capability);
    take(same->node, item.node);
    take(same->relationship, item.relationship);
    if (!item.node_filter.empty()) same->node_filter = item.node_filter;
    if (item.occurrences) same->occurrences = item.occurrences;
    refine_definitions(same->relationship_properties, item.relationship_properties);
    refine_definitions(same->relationship_attributes, item.relationship_attributes);
    refine_interfaces(same->relationship_interfaces, item.relationship_interfaces);
    same->at = item.at;
  }
}

void refine_capabilities(std::vector<CapabilityDefinition>& inherited, const std::vector<CapabilityDefinition>& own) {
  for (const CapabilityDefinition& item : own) {
    CapabilityDefinition* same = find_by_name(inherited, item.name);
    if (same == nullptr) {
      inherited.push_back(item);
      continue;
    }
    take(same->type, item.type);
    refine_definitions(same->properties, item.properties);
    refine_definitions(same->attributes, item.attributes);
    if (!item.valid_source_types.empty()) same->valid_source_types = item.valid_source_types;
    if (!item.valid_relationship_types.empty()) same->valid_relationship_types = item.valid_relationship_types;
    same->at = item.at;
  }
}

void refine_definitions(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own) {
  for (const ParameterDefinition& definition : own) {
    ParameterDefinition* same = find_by_name(inherited, definition.name);
    if (same == nullptr) {
      inherited.push_back(definition);
    } else if (definition.schema.type.empty()) {
      ParameterDefinition refined = definition;
      refined.schema = refine_schema(same->schema, definition.schema);
      if (!refined.default_value) refined.default_value = same->default_value;
      if (!refined.value) refined.value = same->value;
      if (refined.description.empty()) refined.description = same->description;
      *same = std::move(refined);
    } else {
      std::optional<Value> fixed = std::move(same->value);
      *same = definition;
      if (!same->value) same->value = std::move(fixed);
    }
  }
}

void refine_interfaces(std::vector<Interface>& inherited, const std::vector<Interface>& own) {
  for (const Interface& item : own) {
    Interface* same = find_by_name(inherited, item.name);
    if (same == nullptr) {
      inherited.push_back(item);
      continue;
    }
    if (!item.type.empty()) same->type = item.type;
    refine_inputs(same->inputs, item.inputs);
    for (const Operation& operation : item.operations) {
      if (Operation* before = find_by_name(same->operations, operation.name)) {
        refine_operation(*before, operation);
      } else {
        same->operations.push_back(operation);
      }
    }
    refine_by_name(same->notifications, item.notifications);
    same->at = item.at;
  }
}

}  // namespace planbuilder::tosca
