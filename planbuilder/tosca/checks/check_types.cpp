#include "planbuilder/tosca/checks/check_types.h"

#include <algorithm>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/merge_definitions.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

/// TOSCA 2.0, 9.1.
constexpr std::string_view built_in[] = {"string", "integer", "float",  "boolean", "bytes",    "nil",
                                         "list",   "map",     "scalar", "version", "timestamp"};

class TypeChecker {
 public:
  TypeChecker(Types& types, ValueTypes& value_types, Diagnostics& diagnostics)
      : types_(types), value_types_(value_types), diagnostics_(diagnostics) {}

  void check_type(TypeId id) {
    Type& type = types_[id];
    if (type.kind == TypeKind::data) check_data_type(id);
    type_members(type.own.properties, "the property");
    type_members(type.own.attributes, "the attribute");
    for (CapabilityDefinition& capability : type.own.capabilities) type_capability(capability);
    for (const RequirementDefinition& requirement : type.own.requirements) check_relationship(requirement);
    for (Interface& item : type.own.interfaces) {
      type_inputs(item.inputs, type);
      for (Operation& operation : item.operations) type_inputs(operation.inputs, type);
      for (Notification& notification : item.notifications) type_inputs(notification.inputs, type);
    }
  }

  void check_refinements(TypeId id) {
    const Type& type = types_[id];
    for (const ParameterDefinition& definition : type.own.properties) check_refinement(type, definition, "property");
    for (const ParameterDefinition& definition : type.own.attributes) check_refinement(type, definition, "attribute");
    if (!value_types_.names().is_strict(type.at.file)) return;  // what follows was left open before 2.0
    check_events(type);
    if (type.kind == TypeKind::group || type.kind == TypeKind::policy) check_ends(type);
    for (const Trigger& trigger : type.own.triggers) check_trigger(type, trigger);
  }

 private:
  /// In 2.0 the names of built-in types are taken.
  void check_data_type(TypeId id) {
    const Type& type = types_[id];
    value_types_.expect_entries(type.value, value_types_.of_data_type(id), diagnostics_);
    if (!value_types_.names().is_strict(type.at.file)) return;
    if (std::find(std::begin(built_in), std::end(built_in), type.name) != std::end(built_in)) {
      diagnostics_.error(Code::duplicate_name, type.at, "'" + type.name + "' is the name of a built-in type");
    }
  }

  using Definitions = std::vector<ParameterDefinition>;

  void type_members(Definitions& definitions, std::string_view what) {
    for (ParameterDefinition& definition : definitions) {
      // There is nothing either that it could refine.
      if (definition.schema.type.empty()) {
        diagnostics_.error(Code::missing_keyname, definition.at,
                           to_string(Subject{what, definition.name}) + " must have the keyname 'type'");
      }
      Diagnostics unheard;
      Diagnostics& diagnostics = says_nothing_new(definition) ? unheard : diagnostics_;
      type_definition(definition, value_types_.of(definition), what, {value_types_}, diagnostics);
      value_types_.expect_entries(definition.schema, value_types_.of(definition), diagnostics_);
    }
  }

  /// The default is that of the definition it refines, where it was judged for the same type.
  bool says_nothing_new(const ParameterDefinition& definition) {
    const ParameterDefinition* before = definition.refines;
    return before != nullptr && definition.default_value && before->default_value &&
           definition.default_value->at == before->default_value->at && value_types_.of(definition) == value_types_.of(*before);
  }

  void type_inputs(Definitions& inputs, const Type& type) {
    for (ParameterDefinition& input : inputs) {
      const ValueTypeId wanted = value_types_.of(input.schema);
      type_definition(input, wanted, "the input", {value_types_}, diagnostics_);
      // Elsewhere they may refine what the interface type says.
      if (type.kind == TypeKind::interface) value_types_.expect_entries(input.schema, wanted, diagnostics_);
    }
  }

  void type_refinements(Definitions& definitions, const Fields& of_type, std::string_view what) {
    for (ParameterDefinition& definition : definitions) {
      const Fields::Field* before = of_type.find(definition.name);
      const ValueTypeId type =
          before == nullptr ? value_types_.of(definition.schema) : value_types_.refined(definition.schema, before->type);
      type_definition(definition, type, what, {value_types_}, diagnostics_);
    }
  }

  /// What a node type says of a capability may refine what the capability's type says.
  void type_capability(CapabilityDefinition& capability) {
    const TypeId type = value_types_.names().find(TypeKind::capability, capability.type);
    if (!capability.properties.empty()) refine_members(capability.properties, type, &ValueTypes::properties, "property");
    if (!capability.attributes.empty()) refine_members(capability.attributes, type, &ValueTypes::attributes, "attribute");
  }

  /// So is what it says of the relationship of a requirement; that is merged where relationships are made.
  void check_relationship(const RequirementDefinition& requirement) {
    const TypeId type = value_types_.names().find(TypeKind::relationship, requirement.relationship);
    if (!type.valid() || !value_types_.names().is_strict(requirement.at.file)) return;
    if (requirement.relationship_properties.empty() && requirement.relationship_attributes.empty()) return;
    Definitions properties = requirement.relationship_properties;
    Definitions attributes = requirement.relationship_attributes;
    refine_members(properties, type, &ValueTypes::properties, "property");
    refine_members(attributes, type, &ValueTypes::attributes, "attribute");
  }

  /// In 2.0 such definitions add nothing to what the type has.
  void refine_members(Definitions& own, TypeId type, const Fields& (ValueTypes::*members)(TypeId), std::string_view what) {
    static const Fields none;
    const Fields& of_type = type.valid() ? (value_types_.*members)(type) : none;
    if (type.valid()) check_members(own, of_type, type, what);
    type_refinements(own, of_type, "the " + std::string(what));
  }

  void check_members(Definitions& own, const Fields& of_type, TypeId type, std::string_view what) {
    for (ParameterDefinition& definition : own) {
      const bool strict = value_types_.names().is_strict(definition.at.file);
      const Fields::Field* before = of_type.find(definition.name);
      if (before != nullptr && !definition.says_required) definition.required = before->definition->required;
      if (before == nullptr) {
        if (strict) report_added(definition, of_type, type, what);
      } else if (definition.schema.type.empty()) {
        definition = refined_definition(*before->definition, definition);
      } else if (!value_types_.is_kind_of(value_types_.of(definition.schema), before->type)) {
        report_type(definition, *before, what);
      }
    }
  }

  void report_added(const ParameterDefinition& own, const Fields& of_type, TypeId type, std::string_view what) {
    diagnostics_.error(Code::unknown_name, own.at,
                       "the type '" + types_[type].name + "' has no " + std::string(what) + " '" + own.name + "' to refine" +
                           diagnostics_.guess(own.name, [&] { return of_type.names(); }));
  }

  void report_type(const ParameterDefinition& own, const Fields::Field& before, std::string_view what) {
    diagnostics_
        .error(Code::bad_refinement, own.at,
               "the " + std::string(what) + " '" + own.name + "' is of type " +
                   value_types_.name_of(value_types_.of(own.schema)) + ", which is not derived from " +
                   value_types_.name_of(before.type))
        .note("this is the definition that it refines", before.definition->at);
  }

  /// False, and reported, where it is of another type than the definition that it refines.
  bool check_type_kept(const Type& type, const ParameterDefinition& own, std::string_view what) {
    if (own.refines == nullptr) return true;
    const ValueTypeId now = value_types_.of(own);
    const ValueTypeId before = value_types_.of(*own.refines);
    if (value_types_.is_kind_of(now, before)) return true;
    report(own, refined_name(type, own, what) + " is of type " + value_types_.name_of(now) + ", which is not derived from " +
                    value_types_.name_of(before));
    return false;
  }

  static std::string refined_name(const Type& type, const ParameterDefinition& own, std::string_view what) {
    return "the " + std::string(what) + " '" + own.name + "' of '" + type.name + "'";
  }

  void check_refinement(const Type& type, const ParameterDefinition& own, std::string_view what) {
    if (own.refines == nullptr || !check_type_kept(type, own, what)) return;
    const std::string name = refined_name(type, own, what);
    if (own.refines->required && !own.required) {
      report(own, name + " cannot become optional");
    } else if (own.value && own.refines->value && !same(*own.value, *own.refines->value)) {
      report(own, name + " has a fixed value, which cannot change");
    } else if (own.default_value && own.refines->value && !own.refines->default_value) {
      report(own, name + " has a fixed value, and needs no default");
    }
  }

  /// Interface types define their events; nodes and relationships also give values, which may be others than before.
  void check_events(const Type& type) {
    for (const Interface& item : type.own.interfaces) {
      for (const ParameterDefinition& input : item.inputs) check_input(type, input);
      for (const Operation& operation : item.operations) check_event(type, operation);
      for (const Notification& notification : item.notifications) check_event(type, notification);
    }
  }

  template <class Event>
  void check_event(const Type& type, const Event& event) {
    for (const ParameterDefinition& input : event.inputs) check_input(type, input);
    for (const ParameterDefinition& output : event.defined_outputs) check_type_kept(type, output, "output");
  }

  void check_input(const Type& type, const ParameterDefinition& input) {
    if (type.kind == TypeKind::interface) {
      check_refinement(type, input, "input");
    } else {
      check_type_kept(type, input, "input");
    }
  }

  /// Members of groups and targets of policies: only those of the nearest ancestor that lists any, or what derives from them.
  void check_ends(const Type& type) {
    TypeId above = type.own.valid_ends.empty() ? TypeId() : type.parent;
    while (above.valid() && types_[above].own.valid_ends.empty()) above = types_[above].parent;
    if (!above.valid()) return;
    for (const Reference& end : type.own.valid_ends) {
      if (is_allowed(end, types_[above].own.valid_ends)) continue;
      diagnostics_
          .error(Code::bad_refinement, end.at,
                 "'" + type.name + "' cannot be for '" + end.name + "', which '" + types_[above].name + "' is not for")
          .note("these are the types that it is for", types_[above].own.valid_ends.front().at);
    }
  }

  bool is_allowed(const Reference& end, const std::vector<Reference>& allowed) const {
    const TypeNames& names = value_types_.names();
    for (const TypeKind kind : {TypeKind::node, TypeKind::group}) {
      const TypeId type = names.find(kind, end);
      if (!type.valid()) continue;
      return std::any_of(allowed.begin(), allowed.end(), [&](const Reference& name) {
        const TypeId base = names.find(kind, name);
        return base.valid() && types_.derives_from(type, base);
      });
    }
    return true;  // reported with the names of types
  }

  void check_trigger(const Type& type, const Trigger& trigger) {
    for (TypeId above = type.parent; above.valid(); above = types_[above].parent) {
      const Trigger* before = find_by_name(types_[above].own.triggers, trigger.name);
      if (before == nullptr) continue;
      diagnostics_.error(Code::bad_refinement, trigger.at, "the trigger '" + trigger.name + "' is inherited, and cannot change")
          .note("it is defined here", before->at);
      return;
    }
  }

  void report(const ParameterDefinition& own, std::string summary) {
    diagnostics_.error(Code::bad_refinement, own.at, std::move(summary))
        .note("this is the definition that it refines", own.refines->at);
  }

  Types& types_;
  ValueTypes& value_types_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_types(Types& types, ValueTypes& value_types, Diagnostics& diagnostics) {
  TypeChecker checker(types, value_types, diagnostics);
  for (const TypeId id : types.ids()) checker.check_type(id);
  for (const TypeId id : types.ids()) checker.check_refinements(id);
}

}  // namespace planbuilder::tosca
