#include "planbuilder/tosca/model/merge.h"

#include <unordered_map>
#include <unordered_set>

#include "planbuilder/tosca/model/merge_events.h"

namespace planbuilder::tosca {

namespace {

/// What is said of one thing, from ancestor to descendant.
template <class T>
using Layers = std::vector<const T*>;

template <class Whole, class Part>
Layers<Part> parts_of(const Layers<Whole>& layers, Part Whole::*part) {
  Layers<Part> parts;
  parts.reserve(layers.size());
  for (const Whole* layer : layers) parts.push_back(&(layer->*part));
  return parts;
}

/// Finds the items of a list that grows; a few are found faster without a table.
template <class T>
class ByName {
 public:
  ByName(std::vector<T>& items, std::size_t most) : items_(items), has_table_(most > few) {
    for (std::size_t i = 0; has_table_ && i < items.size(); ++i) table_.emplace(items[i].name, i);
  }

  /// The place of the item; the number of items where there is none.
  [[nodiscard]] std::size_t find(const std::string& name) const {
    if (has_table_) {
      const auto found = table_.find(name);
      return found == table_.end() ? items_.size() : found->second;
    }
    const T* found = find_by_name(items_, name);
    return found == nullptr ? items_.size() : static_cast<std::size_t>(found - items_.data());
  }
  void add(const T& item) {
    if (has_table_) table_.emplace(item.name, items_.size());
    items_.push_back(item);
  }

 private:
  static constexpr std::size_t few = 16;
  std::vector<T>& items_;
  bool has_table_;
  std::unordered_map<std::string, std::size_t> table_;
};

/// Adds the items that are new, in the order of first mention. `refine` takes an item that was there, or came first, with
/// all that is said of it later.
template <class T, class Refine>
void refine_lists(std::vector<T>& inherited, const Layers<std::vector<T>>& layers, const Refine& refine) {
  std::size_t most = inherited.size();
  for (const std::vector<T>* own : layers) most += own->size();
  if (most == inherited.size()) return;
  ByName<T> items(inherited, most);
  std::vector<Layers<T>> later;
  for (const std::vector<T>* own : layers) {
    for (const T& item : *own) {
      const std::size_t place = items.find(item.name);
      if (place == inherited.size()) {
        items.add(item);
      } else {
        if (later.size() <= place) later.resize(inherited.size());
        later[place].push_back(&item);
      }
    }
  }
  for (std::size_t place = 0; place < later.size(); ++place) {
    if (!later[place].empty()) refine(inherited[place], later[place]);
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
  refine_outputs(notification.outputs, {&own.outputs});
  notification.at = own.at;
}

void refine_notification(Notification& notification, const Layers<Notification>& later) {
  for (const Notification* own : later) refine_notification_by(notification, *own);
}

/// Where `events` did not tell them apart, an event of the name of a notification is that notification.
void join_events(Interface& item) {
  std::erase_if(item.operations, [&](const Operation& operation) {
    Notification* same = operation.any_event ? find_by_name(item.notifications, operation.name) : nullptr;
    if (same != nullptr) refine_notification_by(*same, operation);
    return same != nullptr;
  });
}

void refine_interface(Interface& item, const Layers<Interface>& later) {
  for (const Interface* own : later) take(item.type, own->type);
  refine_lists(item.inputs, parts_of(later, &Interface::inputs), refine_input);
  refine_lists(item.operations, parts_of(later, &Interface::operations), refine_operation);
  refine_lists(item.notifications, parts_of(later, &Interface::notifications), refine_notification);
  if (!item.notifications.empty()) join_events(item);
  for (const Interface* own : later) refine_state(item.state, own->state);
  item.at = later.back()->at;
}

/// A requirement or capability that is defined again says only what is new.
void refine_requirement(RequirementDefinition& requirement, const Layers<RequirementDefinition>& later) {
  for (const RequirementDefinition* own : later) {
    take(requirement.capability, own->capability);
    take(requirement.node, own->node);
    take(requirement.relationship, own->relationship);
    if (!own->node_filter.empty()) requirement.node_filter = own->node_filter;
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

ParameterDefinition refined_definition(const ParameterDefinition& inherited, const ParameterDefinition& own) {
  ParameterDefinition refined = own;
  if (!refined.value) refined.value = inherited.value;  // what is fixed stays so
  refined.secret = refined.secret || inherited.secret;  // and so does what is secret
  if (!own.schema.type.empty()) return refined;
  refined.schema = refine_schema(inherited.schema, own.schema);
  if (!refined.default_value) refined.default_value = inherited.default_value;
  if (refined.description.empty()) refined.description = inherited.description;
  return refined;
}

ParameterDefinition refined_input(const ParameterDefinition& inherited, const ParameterDefinition& own) {
  if (!own.schema.type.empty()) return own;
  ParameterDefinition refined = inherited;
  refined.value = own.value;
  refined.at = own.at;
  return refined;
}

void refine_definitions(std::vector<ParameterDefinition>& inherited, const std::vector<ParameterDefinition>& own) {
  refine_lists(inherited, {&own}, refine_definition);
}

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
