#include <algorithm>
#include <unordered_map>

#include "planbuilder/tosca/checks/check_values.h"
#include "planbuilder/tosca/checks/type_condition.h"
#include "planbuilder/tosca/events/type_events.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

/// What is chosen from nodes that are there already has its values.
bool is_selected(const Node& node) {
  return std::find(node.directives.begin(), node.directives.end(), "select") != node.directives.end();
}
bool is_selected(const Relationship&) { return false; }

class ValueTyper {
 public:
  ValueTyper(Topology& topology, ValueTypes& types, Diagnostics& diagnostics)
      : topology_(topology), diagnostics_(diagnostics), types_(types), typing_{types, &topology.inputs}, names_(types.names()) {}

  void type_all() {
    type_definitions(topology_.inputs, "the input");
    type_definitions(topology_.outputs, "the output");
    for (Node& node : topology_.nodes) {
      type_entity(node, node.name);
      type_capabilities(node);
      if (!node.node_filter->condition.is_null()) type_condition(node.node_filter.make().condition, typing_, diagnostics_);
    }
    for (Relationship& relationship : topology_.relationships) type_entity(relationship, relationship.id);
    for (RelationshipTemplate& unused : topology_.unused_templates) type_unused(unused);
    for (GroupTemplate& group : topology_.groups) type_group(group);
    for (PolicyTemplate& policy : topology_.policies) {
      type_properties(policy, TypeKind::policy);
      for (Trigger& trigger : policy.triggers) type_schedule(trigger);
    }
    type_events(topology_, types_, diagnostics_);
    topology_.scalars = types_.scalars();
  }

 private:
  using Definitions = std::vector<ParameterDefinition>;

  void type_definitions(Definitions& definitions, std::string_view what) {
    for (ParameterDefinition& definition : definitions) {
      const ValueTypeId type = types_.of(definition.schema);
      type_definition(definition, type, what, typing_, diagnostics_);
      types_.expect_entries(definition.schema, type, diagnostics_);
    }
  }

  /// Types of XML need not list their properties: a schema elsewhere may.
  [[nodiscard]] bool is_open(const Type& type) const { return names_.is_xml(type.at.file); }

  template <class Entity>
  void type_entity(Entity& entity, std::string_view name) {
    type_parts(entity, entity.type);
    if (entity.type.valid() && !is_selected(entity))
      check_mandatory(entity.properties, types_.properties(entity.type), "'" + std::string(name) + "'", entity.at);
  }

  /// What uses a template may complete it, so nothing is missing of one that nobody uses.
  void type_unused(RelationshipTemplate& unused) { type_parts(unused, names_.find(TypeKind::relationship, unused.type)); }

  template <class Parts>
  void type_parts(Parts& parts, TypeId id) {
    if (!id.valid()) {  // reported already: its values cannot be judged
      for (auto* assignments : {&parts.properties, &parts.attributes}) {
        for (Assignment& assignment : *assignments) type_as_yaml(assignment.value);
      }
      type_interfaces(parts.interfaces, nullptr);
      return;
    }
    const Type& type = topology_.types[id];
    const Fields& properties = types_.properties(id);
    type_assignments(parts.properties, properties, "the property");
    type_attributes(parts.attributes, types_.attributes(id), properties);
    type_interfaces(parts.interfaces, &type);
    if (!is_open(type)) check_names(parts.properties, properties, {"the type", type.name}, "property");
    // Published templates of 1.x give attributes to nodes whose types have none.
    if (types_.names().is_strict(parts.at.file))
      check_attribute_names(parts.attributes, types_.attributes(id), properties, {"the type", type.name});
    check_fixed(parts.properties, properties);
  }

  /// Of a group or policy; whether they are known and complete is checked with the names (check_service.h).
  template <class Template>
  void type_properties(Template& item, TypeKind kind) {
    static const Fields none;
    const TypeId type = names_.find(kind, item.type);
    type_assignments(item.properties, type.valid() ? types_.properties(type) : none, "the property");
  }

  void type_schedule(Trigger& trigger) {
    const TypeId interval = names_.find(TypeKind::data, {"tosca.datatypes.TimeInterval", trigger.at});
    if (trigger.schedule.is_null() || !interval.valid()) return;
    type_value(trigger.schedule, types_.of_data_type(interval), {"the schedule of the trigger", trigger.name}, typing_,
               diagnostics_);
  }

  void type_group(GroupTemplate& group) {
    type_properties(group, TypeKind::group);
    const TypeId id = names_.find(TypeKind::group, group.type);
    if (!id.valid() || !names_.is_strict(group.at.file)) return;
    const Fields& properties = types_.properties(id);
    const Fields& attributes = types_.attributes(id);
    type_attributes(group.attributes, attributes, properties);
    check_attribute_names(group.attributes, attributes, properties, {"the type", topology_.types[id].name});
  }

  void type_assignments(std::vector<Assignment>& assignments, const Fields& fields, std::string_view what) {
    for (Assignment& assignment : assignments) type_assignment(assignment, fields.find(assignment.name), what);
  }

  /// Each property has an attribute of its name.
  void type_attributes(std::vector<Assignment>& assignments, const Fields& attributes, const Fields& properties) {
    for (Assignment& assignment : assignments) {
      const Fields::Field* field = attributes.find(assignment.name);
      type_assignment(assignment, field != nullptr ? field : properties.find(assignment.name), "the attribute");
    }
  }

  void type_assignment(Assignment& assignment, const Fields::Field* field, std::string_view what) {
    type_value(assignment.value, field == nullptr ? types_.any() : field->type, {what, assignment.name}, typing_, diagnostics_);
  }

  void check_attribute_names(const std::vector<Assignment>& assignments, const Fields& attributes, const Fields& properties,
                             const Subject& owner) {
    for (const Assignment& assignment : assignments) {
      if (properties.find(assignment.name) == nullptr) check_name(assignment, attributes, owner, "attribute");
    }
  }

  void check_names(const std::vector<Assignment>& assignments, const Fields& fields, const Subject& owner,
                   std::string_view what) {
    for (const Assignment& assignment : assignments) check_name(assignment, fields, owner, what);
  }

  void check_name(const Assignment& assignment, const Fields& fields, const Subject& owner, std::string_view what) {
    if (fields.find(assignment.name) != nullptr) return;
    diagnostics_.error(Code::unknown_name, assignment.at,
                       to_string(owner) + " has no " + std::string(what) + " '" + assignment.name + "'" +
                           diagnostics_.guess(assignment.name, [&] { return fields.names(); }));
  }

  /// What its definition gives a value may be given it again, but no other.
  void check_fixed(const std::vector<Assignment>& assignments, const Fields& fields) {
    for (const Assignment& assignment : assignments) {
      const Fields::Field* field = fields.find(assignment.name);
      if (field == nullptr || !field->definition->value || same(*field->definition->value, assignment.value)) continue;
      diagnostics_.error(Code::wrong_value, assignment.at, "the property '" + assignment.name + "' has a fixed value")
          .note("it is fixed here", field->definition->at);
    }
  }

  void check_mandatory(const std::vector<Assignment>& assignments, const Fields& fields, const std::string& owner,
                       SourceRange at) {
    if (fields.mandatory().empty()) return;
    const NameTable assigned(assignments);
    for (const ParameterDefinition* wanted : fields.mandatory()) {
      if (assigned.find(wanted->name) != nullptr) continue;
      diagnostics_.error(Code::missing_property, at, owner + " must have the property '" + wanted->name + "'")
          .note("it is required here", wanted->at);
    }
  }

  /// Inputs of operations are defined by the type, or where they are assigned.
  void type_interfaces(std::vector<Interface>& interfaces, const Type* type) {
    for (Interface& item : interfaces) {
      const Interface* defined = type == nullptr ? nullptr : find_by_name(type->interfaces, item.name);
      type_inputs<Operation>(item.inputs, defined, nullptr);
      for (Operation& operation : item.operations) {
        type_inputs(operation.inputs, defined, defined == nullptr ? nullptr : find_by_name(defined->operations, operation.name));
      }
      for (Notification& notification : item.notifications) {
        type_inputs(notification.inputs, defined,
                    defined == nullptr ? nullptr : find_by_name(defined->notifications, notification.name));
      }
    }
  }

  template <class Event>
  void type_inputs(Definitions& inputs, const Interface* item, const Event* event) {
    for (ParameterDefinition& input : inputs) {
      const ParameterDefinition* definition = &input;
      if (input.schema.type.empty()) {
        if (event != nullptr) definition = find_by_name(event->inputs, input.name);
        if (item != nullptr && (definition == nullptr || event == nullptr)) definition = find_by_name(item->inputs, input.name);
      }
      const ValueTypeId type = definition == nullptr ? types_.any() : types_.of(definition->schema);
      type_definition(input, type, "the input", typing_, diagnostics_);
      if (definition != nullptr && definition != &input) check_fixed(input, *definition);
    }
  }

  /// TOSCA 2.0: an input that its definition gives a value takes no other.
  void check_fixed(const ParameterDefinition& input, const ParameterDefinition& definition) {
    if (!input.value || !definition.value || !names_.is_strict(definition.at.file)) return;
    if (input.at == definition.at || same(*input.value, *definition.value)) return;
    diagnostics_.error(Code::wrong_value, input.at, "the input '" + input.name + "' has a fixed value")
        .note("it is fixed here", definition.at);
  }

  void type_capabilities(Node& node) {
    for (CapabilityAssignment& capability : node.capabilities) {
      const CapabilityDefinition* defined =
          node.type.valid() ? find_by_name(topology_.types[node.type].capabilities, capability.name) : nullptr;
      const TypeId type = defined == nullptr ? TypeId() : names_.find(TypeKind::capability, defined->type);
      if (type.valid()) {
        type_capability(capability, *defined, type);
      } else {
        for (auto* assignments : {&capability.properties, &capability.attributes}) {
          for (Assignment& assignment : *assignments) type_as_yaml(assignment.value);
        }
      }
      if (defined == nullptr && node.type.valid() && !is_open(topology_.types[node.type]))
        report_unknown_capability(node, capability);
    }
    // Published templates of 1.x leave such values to the orchestrator.
    if (node.type.valid() && !is_selected(node) && names_.is_strict(node.at.file)) check_mandatory_of_capabilities(node);
  }

  /// Nodes need not mention a capability that must have values.
  void check_mandatory_of_capabilities(const Node& node) {
    static const std::vector<Assignment> nothing;
    for (const CapabilityDefinition& defined : topology_.types[node.type].capabilities) {
      const TypeId type = names_.find(TypeKind::capability, defined.type);
      if (!type.valid()) continue;
      const Fields& fields = fields_of(defined, type).properties;
      if (fields.mandatory().empty()) continue;
      const CapabilityAssignment* assigned = find_by_name(node.capabilities, defined.name);
      check_mandatory(assigned == nullptr ? nothing : assigned->properties, fields,
                      "the capability '" + defined.name + "' of '" + node.name + "'",
                      assigned == nullptr ? node.at : assigned->at);
    }
  }

  struct CapabilityFields {
    Fields properties;
    Fields attributes;
  };

  /// What the node type says of a capability comes before what its type says; once per node type.
  const CapabilityFields& fields_of(const CapabilityDefinition& defined, TypeId type) {
    const auto known = capability_fields_.find(&defined);
    if (known != capability_fields_.end()) return known->second;
    CapabilityFields fields{types_.refine(types_.properties(type), defined.properties),
                            types_.refine(types_.attributes(type), defined.attributes)};
    return capability_fields_.emplace(&defined, std::move(fields)).first->second;
  }

  void type_capability(CapabilityAssignment& capability, const CapabilityDefinition& defined, TypeId type) {
    const CapabilityFields& fields = fields_of(defined, type);
    type_assignments(capability.properties, fields.properties, "the property");
    type_attributes(capability.attributes, fields.attributes, fields.properties);
    if (names_.is_strict(capability.at.file))
      check_attribute_names(capability.attributes, fields.attributes, fields.properties, {"the capability", capability.name});
    check_names(capability.properties, fields.properties, {"the capability", capability.name}, "property");
    check_fixed(capability.properties, fields.properties);
    if (!capability.occurrences.present() || !defined.occurrences.present() ||
        capability.occurrences->lies_in(*defined.occurrences))
      return;
    diagnostics_
        .error(Code::wrong_value, capability.at,
               "the capability '" + capability.name + "' has occurrences that are not within those of its definition")
        .note("it is defined here", defined.at);
  }

  void report_unknown_capability(const Node& node, const CapabilityAssignment& capability) {
    const auto known = [&] { return names_of(topology_.types[node.type].capabilities); };
    diagnostics_.error(Code::unknown_name, capability.at,
                       "the type of '" + node.name + "' has no capability '" + capability.name + "'" +
                           diagnostics_.guess(capability.name, known));
  }

  Topology& topology_;
  Diagnostics& diagnostics_;
  ValueTypes& types_;
  TypingContext typing_;
  const TypeNames& names_;
  std::unordered_map<const CapabilityDefinition*, CapabilityFields> capability_fields_;
};

}  // namespace

void type_values(Topology& topology, ValueTypes& types, Diagnostics& diagnostics) {
  ValueTyper(topology, types, diagnostics).type_all();
}

}  // namespace planbuilder::tosca
