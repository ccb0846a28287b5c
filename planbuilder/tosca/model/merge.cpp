#include "planbuilder/tosca/model/merge.h"

#include <algorithm>
#include <unordered_set>

#include "planbuilder/tosca/model/merge_events.h"
#include "planbuilder/tosca/model/refine_lists.h"

namespace planbuilder::tosca {

namespace {

void take(Reference& inherited, const Reference& own) {
  if (!own.empty()) inherited = own;
}

/// What is said last holds. The other `refine` functions, too, take all that is said later.
template <class T>
void replace(T& item, const Layers<T>& later) {
  item = *later.back();
}

void refine_definition(ParameterDefinition& definition, const Layers<ParameterDefinition>& later) {
  for (const ParameterDefinition* own : later) definition = refined_definition(definition, *own);
}

void refine_input(ParameterDefinition& input, const Layers<ParameterDefinition>& later) {
  for (const ParameterDefinition* own : later) input = refined_input(input, *own);
}

/// An output that is said again moves to the end.
void refine_outputs(std::vector<OutputAssignment>& inherited, const Layers<std::vector<OutputAssignment>>& layers) {
  std::vector<OutputAssignment> all = std::move(inherited);
  for (const auto* own : layers) all.insert(all.end(), own->begin(), own->end());
  inherited.clear();
  std::unordered_set<std::string> seen;
  for (auto output = all.rbegin(); output != all.rend(); ++output) {
    if (seen.insert(output->output).second) inherited.push_back(std::move(*output));
  }
  std::reverse(inherited.begin(), inherited.end());
}

void refine_operation(Operation& operation, const Layers<Operation>& later) {
  for (const Operation* own : later) {
    if (own->implementation) {
      operation.implementation = own->implementation;
      operation.dependencies = own->dependencies;
      drop_handlers(operation.rules);
    }
    refine_rules(operation.rules, own->rules);
    if (own->timeout) operation.timeout = own->timeout;
    if (!own->operation_host.empty()) operation.operation_host = own->operation_host;
  }
  refine_lists(operation.inputs, parts_of(later, &Operation::inputs), refine_input);
  refine_outputs(operation.outputs, parts_of(later, &Operation::outputs));
  refine_lists(operation.defined_outputs, parts_of(later, &Operation::defined_outputs), refine_definition);
  operation.at = later.back()->at;
}

/// Of a notification, or of an event that turns out to be one.
template <class Event>
void refine_notification_by(Notification& notification, const Event& own) {
  if (own.implementation) {
    notification.implementation = own.implementation;
    notification.dependencies = own.dependencies;
    drop_handlers(notification.rules);
  }
  refine_rules(notification.rules, own.rules);
  notification.at = own.at;
}

template <class Event>
void refine_notification(Notification& notification, const Layers<Event>& later) {
  for (const Event* own : later) refine_notification_by(notification, *own);
  refine_lists(notification.inputs, parts_of(later, &Event::inputs), refine_input);
  refine_outputs(notification.outputs, parts_of(later, &Event::outputs));
  refine_lists(notification.defined_outputs, parts_of(later, &Event::defined_outputs), refine_definition);
}

/// Where `events` did not tell them apart, an event of the name of a notification is that notification.
void join_events(Interface& item) {
  std::erase_if(item.operations, [&](const Operation& operation) {
    Notification* same = operation.any_event ? find_by_name(item.notifications, operation.name) : nullptr;
    if (same != nullptr) refine_notification<Operation>(*same, {&operation});
    return same != nullptr;
  });
}

void refine_interface(Interface& item, const Layers<Interface>& later) {
  for (const Interface* own : later) take(item.type, own->type);
  refine_lists(item.inputs, parts_of(later, &Interface::inputs), refine_input);
  refine_lists(item.operations, parts_of(later, &Interface::operations), refine_operation);
  refine_lists(item.notifications, parts_of(later, &Interface::notifications), refine_notification<Notification>);
  if (!item.notifications.empty()) join_events(item);
  for (const Interface* own : later) refine_state(item.state, own->state);
  item.at = later.back()->at;
}

/// Filters of 2.0 add up.
void add_filter(NodeFilter& filter, const NodeFilter& own) {
  if (own.empty()) return;
  if (filter.condition.is_null() || own.condition.is_null()) {
    filter = own;
  } else if (Call* all = std::get_if<Call>(&filter.condition.data); all != nullptr && all->function == "$and") {
    all->arguments.push_back(own.condition);
  } else {
    filter.condition = Value{Call{"$and", {filter.condition, own.condition}}, own.condition.at};
  }
}

/// A requirement or capability that is defined again says only what is new.
void refine_requirement(RequirementDefinition& requirement, const Layers<RequirementDefinition>& later) {
  for (const RequirementDefinition* own : later) {
    take(requirement.capability, own->capability);
    take(requirement.node, own->node);
    take(requirement.relationship, own->relationship);
    add_filter(requirement.node_filter, own->node_filter);
    if (own->occurrences) requirement.occurrences = own->occurrences;
    requirement.at = own->at;
  }
  refine_lists(requirement.relationship_properties, parts_of(later, &RequirementDefinition::relationship_properties),
               refine_definition);
  refine_lists(requirement.relationship_attributes, parts_of(later, &RequirementDefinition::relationship_attributes),
               refine_definition);
  refine_lists(requirement.relationship_interfaces, parts_of(later, &RequirementDefinition::relationship_interfaces),
               refine_interface);
}

void refine_capability(CapabilityDefinition& capability, const Layers<CapabilityDefinition>& later) {
  for (const CapabilityDefinition* own : later) {
    take(capability.type, own->type);
    if (!own->valid_source_types.empty()) capability.valid_source_types = own->valid_source_types;
    if (!own->valid_relationship_types.empty()) capability.valid_relationship_types = own->valid_relationship_types;
    capability.at = own->at;
  }
  refine_lists(capability.properties, parts_of(later, &CapabilityDefinition::properties), refine_definition);
  refine_lists(capability.attributes, parts_of(later, &CapabilityDefinition::attributes), refine_definition);
}

}  // namespace

void refine_interfaces(std::vector<Interface>& inherited, const std::vector<Interface>& own) {
  refine_lists(inherited, {&own}, refine_interface);
}

void refine_members(TypeMembers& inherited, const std::vector<const TypeMembers*>& own) {
  refine_lists(inherited.properties, parts_of(own, &TypeMembers::properties), refine_definition);
  refine_lists(inherited.attributes, parts_of(own, &TypeMembers::attributes), refine_definition);
  refine_lists(inherited.capabilities, parts_of(own, &TypeMembers::capabilities), refine_capability);
  refine_lists(inherited.requirements, parts_of(own, &TypeMembers::requirements), refine_requirement);
  refine_lists(inherited.interfaces, parts_of(own, &TypeMembers::interfaces), refine_interface);
  refine_lists(inherited.artifacts, parts_of(own, &TypeMembers::artifacts), replace<Artifact>);
  for (const TypeMembers* members : own) {
    if (!members->valid_ends.empty()) inherited.valid_ends = members->valid_ends;
    if (!members->valid_sources.empty()) inherited.valid_sources = members->valid_sources;
    if (!members->valid_targets.empty()) inherited.valid_targets = members->valid_targets;
    refine_by_name(inherited.triggers, members->triggers);
    if (!members->valid_relationships.empty()) inherited.valid_relationships = members->valid_relationships;
  }
}

}  // namespace planbuilder::tosca
