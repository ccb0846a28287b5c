#include "planbuilder/tosca/checks/check_interfaces.h"

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

bool has_interface_definitions(TypeKind kind) { return kind == TypeKind::node || kind == TypeKind::relationship; }

bool leads_on(const std::string& word) {
  return word == "CAPABILITY" || word == "RELATIONSHIP" || word == "SOURCE" || word == "TARGET";
}

class InterfaceChecker {
 public:
  InterfaceChecker(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics)
      : types_(types), value_types_(value_types), names_(value_types.names()), diagnostics_(diagnostics) {}

  void check(TypeId id) {
    const Type& type = types_[id];
    if (!has_interface_definitions(type.kind) || !names_.is_strict(type.at.file)) return;
    for (const Interface& item : type.own.interfaces) {
      check(item, defined_type(type.parent, item.name));
      check_outputs(item, id);
    }
    for (const RequirementDefinition& requirement : type.own.requirements) {
      const TypeId relationship = names_.find(TypeKind::relationship, requirement.relationship);
      for (const Interface& item : requirement.relationship_interfaces) check(item, defined_type(relationship, item.name));
    }
  }

 private:
  /// The type that the nearest of a type and its ancestors gives an interface; none where they do not have it.
  [[nodiscard]] Reference defined_type(TypeId id, const std::string& name) const {
    for (; id.valid(); id = types_[id].parent) {
      const Interface* found = find_by_name(types_[id].own.interfaces, name);
      if (found != nullptr && !found->type.empty()) return found->type;
    }
    return {};
  }

  void check(const Interface& item, const Reference& before) {
    if (item.type.empty() && before.empty()) {
      diagnostics_.error(Code::missing_keyname, item.at, "the interface '" + item.name + "' must have the keyname 'type'");
      return;
    }
    const TypeId of = names_.find(TypeKind::interface, item.type.empty() ? before : item.type);
    if (!of.valid()) return;  // reported with the names of types
    const TypeId wanted = names_.find(TypeKind::interface, before);
    if (wanted.valid() && !types_.derives_from(of, wanted)) {
      diagnostics_
          .error(Code::bad_refinement, item.at,
                 "the interface '" + item.name + "' is of type '" + item.type.name + "', which is not derived from '" +
                     before.name + "'")
          .note("the type that it refines is named here", before.at);
    }
    for (const ParameterDefinition& input : item.inputs) check_input(input, find_input(of, "", input.name));
    for (const Operation& operation : item.operations) check_operation(operation, item, of);
    for (const Notification& notification : item.notifications) check_event(notification.name, notification.at, item, of);
  }

  void check_operation(const Operation& operation, const Interface& item, TypeId of) {
    if (operation.any_event) return;  // of the event grammar, which also defines events here
    if (!check_event(operation.name, operation.at, item, of)) return;
    for (const ParameterDefinition& input : operation.inputs) check_input(input, find_input(of, operation.name, input.name));
  }

  /// False, and reported, where neither the interface type nor its ancestors have an event of that name.
  bool check_event(const std::string& name, SourceRange at, const Interface& item, TypeId of) {
    std::vector<std::string_view> known;
    for (TypeId id = of; id.valid(); id = types_[id].parent) {
      for (const Interface& defined : types_[id].own.interfaces) {
        if (find_by_name(defined.operations, name) != nullptr || find_by_name(defined.notifications, name) != nullptr)
          return true;
        add_names(defined.operations, known);
        add_names(defined.notifications, known);
      }
    }
    diagnostics_.error(Code::unknown_name, at,
                       "the interface type '" + types_[of].name + "' of '" + item.name + "' has no '" + name + "'" +
                           diagnostics_.guess(name, [&] { return known; }));
    return false;
  }

  /// Of an operation, or (without its name) of all operations.
  [[nodiscard]] const ParameterDefinition* find_input(TypeId of, const std::string& operation, const std::string& name) const {
    for (; of.valid(); of = types_[of].parent) {
      for (const Interface& defined : types_[of].own.interfaces) {
        const Operation* event = operation.empty() ? nullptr : find_by_name(defined.operations, operation);
        if (!operation.empty() && event == nullptr) continue;
        const ParameterDefinition* found = find_by_name(event == nullptr ? defined.inputs : event->inputs, name);
        if (found != nullptr && !found->schema.type.empty()) return found;
      }
    }
    return nullptr;
  }

  void check_input(const ParameterDefinition& own, const ParameterDefinition* before) {
    if (before == nullptr) return;
    const ValueTypeId wanted = value_types_.of(before->schema);
    if (!own.schema.type.empty() && !value_types_.is_kind_of(value_types_.of(own.schema), wanted)) {
      diagnostics_
          .error(Code::bad_refinement, own.at,
                 "the input '" + own.name + "' is of type " + value_types_.name_of(value_types_.of(own.schema)) +
                     ", which is not derived from " + value_types_.name_of(wanted))
          .note("this is the definition that it refines", before->at);
    }
    if (before->required && own.says_required && !own.required) {
      diagnostics_.error(Code::bad_refinement, own.at, "the input '" + own.name + "' cannot become optional")
          .note("this is the definition that it refines", before->at);
    }
    ParameterDefinition tried = own;
    if (own.schema.type.empty()) type_definition(tried, wanted, "the input", {value_types_}, diagnostics_);
  }

  void check_outputs(const Interface& item, TypeId id) {
    for (const Operation& operation : item.operations) {
      for (const OutputAssignment& output : operation.outputs) check_output(output, id);
    }
    for (const Notification& notification : item.notifications) {
      for (const OutputAssignment& output : notification.outputs) check_output(output, id);
    }
  }

  /// A type knows itself and the ends of its relationships, but no node by its name.
  void check_output(const OutputAssignment& output, TypeId id) {
    if (output.entity == "SOURCE" || output.entity == "TARGET" || leads_on(output.attribute.front())) return;
    if (output.entity != "SELF") {
      diagnostics_.error(
          Code::wrong_value, output.at,
          "in a type, the output '" + output.output + "' is stored in an attribute of SELF, not of '" + output.entity + "'");
      return;
    }
    const std::string& name = output.attribute.front();
    const Fields& attributes = value_types_.attributes(id);
    if (attributes.find(name) != nullptr || value_types_.properties(id).find(name) != nullptr) return;
    diagnostics_.error(Code::unknown_name, output.at,
                       "'" + types_[id].name + "' has no attribute '" + name + "'" +
                           diagnostics_.guess(name, [&] { return attributes.names(); }));
  }

  const Types& types_;
  ValueTypes& value_types_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_interfaces(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics) {
  InterfaceChecker checker(types, value_types, diagnostics);
  for (const TypeId id : types.ids()) checker.check(id);
}

}  // namespace planbuilder::tosca
