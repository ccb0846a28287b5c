#include "planbuilder/tosca/checks/check_interfaces.h"

#include <map>

#include "planbuilder/tosca/checks/check_type_reads.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/event_grammar.h"
#include "planbuilder/tosca/values/output_target.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

bool has_interface_definitions(TypeKind kind) { return kind == TypeKind::node || kind == TypeKind::relationship; }

/// Published state machines, in the event grammar, have rules of their own.
bool is_of_event_grammar(const Operation& operation) { return operation.any_event || operation.rules != nullptr; }
bool is_of_event_grammar(const Notification& notification) { return notification.rules != nullptr; }

class InterfaceChecker {
 public:
  InterfaceChecker(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics)
      : types_(types), value_types_(value_types), names_(value_types.names()), diagnostics_(diagnostics) {}

  void check(TypeId id) {
    const Type& type = types_[id];
    const bool is_strict = names_.is_strict(type.at.file);
    if (names_.is_xml(type.at.file)) return;
    if (is_strict) {
      for (const Interface& item : type.own.interfaces) check_reads(item, id);
    }
    if (!has_interface_definitions(type.kind)) return;
    for (const Interface& item : type.own.interfaces) check_outputs(item, id);
    if (!is_strict) return;
    for (const Interface& item : type.own.interfaces) check(item, defined_type(type.parent, item.name));
    for (const RequirementDefinition& requirement : type.own.requirements) {
      const TypeId relationship = names_.find(TypeKind::relationship, requirement.relationship);
      for (const Interface& item : requirement.relationship_interfaces) {
        const Reference& before = defined_type(relationship, item.name);
        if (before.empty() && relationship.valid() && !has_event_grammar(item)) {
          report_added(item, relationship);
        } else {
          check(item, before);
        }
      }
    }
  }

 private:
  /// The type that the nearest of a type and its ancestors gives an interface; none where they do not have it. Kept for all on
  /// the way: in long derivations each asks again.
  const Reference& defined_type(TypeId id, const std::string& name) {
    static const Reference none;
    const Reference* type = nullptr;
    std::vector<TypeId> way;
    for (; id.valid() && type == nullptr; id = types_[id].parent) {
      if (const auto known = defined_types_.find({id, name}); known != defined_types_.end()) {
        type = known->second;
        break;
      }
      way.push_back(id);
      const Interface* found = find_by_name(types_[id].own.interfaces, name);
      if (found != nullptr && !found->type.empty()) type = &found->type;
    }
    if (type == nullptr) type = &none;
    for (const TypeId each : way) defined_types_.emplace(std::pair(each, name), type);
    return *type;
  }

  /// What a requirement says of its relationship refines the type, and adds nothing. Only the event grammar may.
  void report_added(const Interface& item, TypeId relationship) {
    diagnostics_.error(Code::unknown_name, item.at,
                       "the type '" + types_[relationship].name + "' has no interface '" + item.name + "' to refine");
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
    for (const ParameterDefinition& input : item.inputs) check_input(input, find_input(of, input.name));
    for (const Operation& operation : item.operations) {
      if (!operation.any_event) check_event(operation, item, of);  // the event grammar also defines events here
    }
    for (const Notification& notification : item.notifications) check_event(notification, item, of);
  }

  template <class Event>
  void check_event(const Event& event, const Interface& item, TypeId of) {
    if (!check_known(event.name, event.at, item, of)) return;
    for (const ParameterDefinition& input : event.inputs)
      check_input(input, find_parameter(of, event, &Event::inputs, input.name));
    for (const ParameterDefinition& output : event.defined_outputs)
      check_type_kept(output, find_parameter(of, event, &Event::defined_outputs, output.name), "output");
  }

  /// False, and reported, where neither the interface type nor its ancestors have an event of that name.
  bool check_known(const std::string& name, SourceRange at, const Interface& item, TypeId of) {
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

  static const std::vector<Operation>& same_events(const Interface& defined, const Operation&) { return defined.operations; }
  static const std::vector<Notification>& same_events(const Interface& defined, const Notification&) {
    return defined.notifications;
  }

  /// An input or output as the interface type or the nearest of its ancestors defines it.
  template <class Event>
  [[nodiscard]] const ParameterDefinition* find_parameter(TypeId of, const Event& event,
                                                          std::vector<ParameterDefinition> Event::*parameters,
                                                          const std::string& name) const {
    for (; of.valid(); of = types_[of].parent) {
      for (const Interface& defined : types_[of].own.interfaces) {
        const Event* same = find_by_name(same_events(defined, event), event.name);
        const ParameterDefinition* found = same == nullptr ? nullptr : find_by_name(same->*parameters, name);
        if (found != nullptr && !found->schema.type.empty()) return found;
      }
    }
    return nullptr;
  }

  /// Of all operations.
  [[nodiscard]] const ParameterDefinition* find_input(TypeId of, const std::string& name) const {
    for (; of.valid(); of = types_[of].parent) {
      for (const Interface& defined : types_[of].own.interfaces) {
        const ParameterDefinition* found = find_by_name(defined.inputs, name);
        if (found != nullptr && !found->schema.type.empty()) return found;
      }
    }
    return nullptr;
  }

  void check_input(const ParameterDefinition& own, const ParameterDefinition* before) {
    if (before == nullptr) return;
    check_type_kept(own, before, "input");
    if (before->required && own.says_required && !own.required) {
      diagnostics_.error(Code::bad_refinement, own.at, "the input '" + own.name + "' cannot become optional")
          .note("this is the definition that it refines", before->at);
    }
    ParameterDefinition tried = own;
    if (own.schema.type.empty())
      type_definition(tried, value_types_.of(before->schema), "the input", {value_types_}, diagnostics_);
  }

  void check_type_kept(const ParameterDefinition& own, const ParameterDefinition* before, const std::string& what) {
    if (before == nullptr || own.schema.type.empty()) return;
    const ValueTypeId wanted = value_types_.of(before->schema);
    if (value_types_.is_kind_of(value_types_.of(own.schema), wanted)) return;
    diagnostics_
        .error(Code::bad_refinement, own.at,
               "the " + what + " '" + own.name + "' is of type " + value_types_.name_of(value_types_.of(own.schema)) +
                   ", which is not derived from " + value_types_.name_of(wanted))
        .note("this is the definition that it refines", before->at);
  }

  /// What inputs read must make sense where no node is known yet (11.4).
  void check_reads(const Interface& item, TypeId id) {
    const auto check_inputs = [&](const std::vector<ParameterDefinition>& inputs) {
      for (const ParameterDefinition& input : inputs) {
        for (const auto* value : {&input.value, &input.default_value}) {
          if (*value) check_type_reads(**value, id, value_types_, diagnostics_);
        }
      }
    };
    check_inputs(item.inputs);
    for (const Operation& operation : item.operations) {
      if (!is_of_event_grammar(operation)) check_inputs(operation.inputs);
    }
    for (const Notification& notification : item.notifications) {
      if (!is_of_event_grammar(notification)) check_inputs(notification.inputs);
    }
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
    const bool is_end = output.entity == "SOURCE" || output.entity == "TARGET";
    const bool has_ends = types_[id].kind == TypeKind::relationship || names_.is_strict(output.at.file);
    if ((is_end && has_ends) || leads_on(output)) return;
    if (output.entity != "SELF") {
      diagnostics_.error(
          Code::wrong_value, output.at,
          "in a type, the output '" + output.output + "' is stored in an attribute of SELF, not of '" + output.entity + "'");
      return;
    }
    const std::string& name = output.attribute.front();
    const Fields& attributes = value_types_.attributes(id);
    if (attributes.find(name) != nullptr || value_types_.properties(id).find(name) != nullptr) return;
    if (output.attribute.size() > 1 && has_capability(id, name)) return;  // so 1.3 names it
    diagnostics_.error(Code::unknown_name, output.at,
                       "'" + types_[id].name + "' has no attribute '" + name + "'" +
                           diagnostics_.guess(name, [&] { return attributes.names(); }));
  }

  [[nodiscard]] bool has_capability(TypeId id, const std::string& name) const {
    for (; id.valid(); id = types_[id].parent) {
      if (find_by_name(types_[id].own.capabilities, name) != nullptr) return true;
    }
    return false;
  }

  const Types& types_;
  ValueTypes& value_types_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  std::map<std::pair<TypeId, std::string>, const Reference*> defined_types_;
};

}  // namespace

void check_interfaces(const Types& types, ValueTypes& value_types, Diagnostics& diagnostics) {
  InterfaceChecker checker(types, value_types, diagnostics);
  for (const TypeId id : types.ids()) checker.check(id);
}

}  // namespace planbuilder::tosca
