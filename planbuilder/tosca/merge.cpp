#include "planbuilder/tosca/merge.h"

#include "planbuilder/tosca/merge_events.h"

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

void refine_outputs(std::vector<OutputAssignment>& inherited, const std::vector<OutputAssignment>& own) {
  for (const OutputAssignment& output : own) {
    std::erase_if(inherited, [&](const OutputAssignment& before) { return before.output == output.output; });
    inherited.push_back(output);
  }
}

void refine_operation(Operation& inherited, const Operation& own) {
  if (own.implementation) {
    inherited.implementation = own.implementation;
    inherited.dependencies = own.dependencies;
    drop_handlers(inherited.rules);
  }
  refine_rules(inherited.rules, own.rules);
  if (own.timeout) inherited.timeout = own.timeout;
  if (!own.operation_host.empty()) inherited.operation_host = own.operation_host;
  refine_inputs(inherited.inputs, own.inputs);
  refine_outputs(inherited.outputs, own.outputs);
  inherited.at = own.at;
}

/// Of a notification, or of an event that turns out to be one.
template <class Event>
void refine_notification(Notification& inherited, const Event& own) {
  if (own.implementation) {
    inherited.implementation = own.implementation;
    inherited.dependencies = own.dependencies;
    drop_handlers(inherited.rules);
  }
  refine_rules(inherited.rules, own.rules);
  refine_outputs(inherited.outputs, own.outputs);
  inherited.at = own.at;
}

void refine_operations(Interface& inherited, const Interface& own) {
  for (const Operation& operation : own.operations) {
    Notification* notification = operation.any_event ? find_by_name(inherited.notifications, operation.name) : nullptr;
    if (notification != nullptr) {
      refine_notification(*notification, operation);
    } else if (Operation* before = find_by_name(inherited.operations, operation.name)) {
      refine_operation(*before, operation);
    } else {
      inherited.operations.push_back(operation);
    }
  }
}

/// An event that was said to be either turns out to be a notification.
Notification take_as_notification(Interface& from, const std::string& name) {
  const auto found = std::find_if(from.operations.begin(), from.operations.end(),
                                  [&](const Operation& operation) { return operation.any_event && operation.name == name; });
  Notification notification;
  notification.name = name;
  if (found != from.operations.end()) {
    refine_notification(notification, *found);
    from.operations.erase(found);
  }
  return notification;
}

void refine_notifications(Interface& inherited, const Interface& own) {
  for (const Notification& notification : own.notifications) {
    Notification* before = find_by_name(inherited.notifications, notification.name);
    if (before == nullptr) before = &inherited.notifications.emplace_back(take_as_notification(inherited, notification.name));
    refine_notification(*before, notification);
  }
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
      if (refined.description.empty()) refined.description = same->description;
      *same = std::move(refined);
    } else {
      *same = definition;
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
    refine_operations(*same, item);
    refine_notifications(*same, item);
    refine_state(same->state, item.state);
    same->at = item.at;
  }
}

}  // namespace planbuilder::tosca
