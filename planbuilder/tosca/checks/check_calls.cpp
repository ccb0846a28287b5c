#include "planbuilder/tosca/checks/check_calls.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/checks/check_type_reads.h"
#include "planbuilder/tosca/checks/type_condition.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/types/mapped_member.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/output_target.h"
#include "planbuilder/tosca/values/resolve_path.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

using InputDefinitions = std::vector<ParameterDefinition>;

/// The definition of what a call reads as a whole; none when it reads a part, a list, or what only a run knows.
const ParameterDefinition* definition_read_by(const Call& call, const EvaluationContext& context) {
  if (call.arguments.empty()) return nullptr;
  if (call.function == "$get_input") {
    const std::string name = to_text(call.arguments[0]);
    if (call.arguments.size() > 1) return nullptr;
    const ParameterDefinition* own = context.workflow_inputs == nullptr ? nullptr : find_by_name(*context.workflow_inputs, name);
    return own != nullptr ? own : find_by_name(context.topology.inputs, name);
  }
  if (call.function != "$get_property" && call.function != "$get_attribute") return nullptr;
  const ResolvedPath path = resolve_path(context.topology, context.self, call.arguments);
  if (!path.problem.empty() || path.open || path.many || path.ends.empty()) return nullptr;
  if (path.next + 1 != call.arguments.size()) return nullptr;
  return find_member(context.topology, path.ends.front(), to_text(call.arguments[path.next]), call.function == "$get_attribute");
}

bool must_be_given(const ParameterDefinition& input) { return input.required && !input.default_value && !input.value; }

class CallChecker {
 public:
  CallChecker(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics)
      : topology_(topology), diagnostics_(diagnostics), types_(types), typing_{types, &topology.inputs} {}

  void check() {
    for (const NodeId node : topology_.nodes.ids()) check_node(node);
    for (const RelationshipId id : topology_.relationships.ids()) {
      check_entity(id, topology_.relationships[id].properties);
      check_output_paths(id, topology_.relationships[id].interfaces);
    }
    for (const ParameterDefinition& output : topology_.outputs) {
      if (output.value) check_result(*output.value, output, "the output", {topology_, std::nullopt});
    }
    for (const Workflow& workflow : topology_.workflows) {
      for (ParameterDefinition input : workflow.inputs)
        type_definition(input, types_.of(input.schema), "the input", typing_, diagnostics_);
      if (types_.names().is_strict(workflow.at.file)) check_workflow(workflow);
    }
    for (const PolicyTemplate& policy : topology_.policies) {
      if (types_.names().is_strict(policy.at.file)) check_policy(policy);
    }
    if (!topology_.substitution) return;
    check_given_values(*topology_.substitution);
    if (types_.names().is_strict(topology_.substitution->at.file)) check_substitution(*topology_.substitution);
  }

 private:
  void check_node(NodeId id) {
    const Node& node = topology_.nodes[id];
    check_entity(id, node.properties);
    check_output_paths(id, node.interfaces);
    const EvaluationContext context{topology_, id, &diagnostics_};
    if (node.count->call() != nullptr) {
      evaluate(context, *node.count);
      check_result(*node.count, count_, "the count of '" + node.name + "'", context);
    }
    for (const CapabilityAssignment& capability : node.capabilities) {
      for (const Assignment& property : capability.properties) {
        if (const auto* wanted = find_member(topology_, {id, capability.name}, property.name, false))
          check_result(property.value, *wanted, "the property", context);
      }
    }
  }

  void check_entity(EntityId entity, const std::vector<Assignment>& properties) {
    for (const Assignment& property : properties) {
      if (property.value.call() == nullptr) continue;
      if (const auto* wanted = find_member(topology_, {entity}, property.name, false))
        check_result(property.value, *wanted, "the property", {topology_, entity});
    }
  }

  /// A path of 2.0 ends at one attribute, of this very entity's neighbours.
  void check_output_paths(EntityId entity, const std::vector<Interface>& own) {
    for_each_output_path(own, [&](const OutputAssignment& output) { check_output_path(entity, output); });
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return;
    const auto [known, fresh] = output_paths_.try_emplace(type);
    if (fresh) {
      for_each_output_path(topology_.types[type].interfaces,
                           [&](const OutputAssignment& output) { known->second.push_back(&output); });
    }
    for (const OutputAssignment* output : known->second) check_output_path(entity, *output);
  }

  template <class Visit>
  static void for_each_output_path(const std::vector<Interface>& interfaces, const Visit& visit) {
    for (const Interface& item : interfaces) {
      for (const Operation& operation : item.operations) {
        for (const OutputAssignment& output : operation.outputs) {
          if (leads_on(output)) visit(output);
        }
      }
    }
  }

  void check_output_path(EntityId entity, const OutputAssignment& output) {
    const OutputTarget target = find_output_target(topology_, entity, output, Representation());
    if (target.end || target.open) return;
    diagnostics_.error(
        Code::wrong_value, output.at,
        "the output '" + output.output + "' of '" + topology_.id_of(entity) + "' cannot be stored: " + target.problem);
  }

  /// What a call reads must be of the type that is wanted, and there when that is required.
  void check_result(const Value& value, const ParameterDefinition& wanted, std::string_view what,
                    const EvaluationContext& context) {
    const Call* call = value.call();
    if (call == nullptr || !call->function.starts_with("$get_")) return;
    const ParameterDefinition* given = definition_read_by(*call, context);
    if (given == nullptr) return;
    const ValueTypeId from = types_.of(given->schema);
    const ValueTypeId to = types_.of(wanted.schema);
    if (!is_compatible(from, to)) {
      diagnostics_
          .error(Code::wrong_value, value.at,
                 to_string(Subject{what, wanted.name}) + " is of type " + types_.name_of(to) + ", but '" + given->name +
                     "' is of type " + types_.name_of(from))
          .note("'" + given->name + "' is defined here", given->at);
    }
  }

  /// A value of a wider type may be one of the narrower: a run tells.
  bool is_compatible(ValueTypeId from, ValueTypeId to) const {
    if (types_[from].primitive == Primitive::integer && types_[to].primitive == Primitive::number) return true;
    return types_.is_kind_of(from, to) || types_.is_kind_of(to, from);
  }

  /// What a service takes and gives must be of the types that the node has.
  void check_substitution(const SubstitutionMapping& mapping) {
    const TypeId id = types_.names().find(TypeKind::node, mapping.node_type);
    if (!id.valid()) return;
    const Type& type = topology_.types[id];
    for (const SubstitutionMapping::Entry& entry : mapping.properties)
      check_mapping(entry, member_of(entry, type, &Type::properties), topology_.inputs, "input");
    for (const SubstitutionMapping::Entry& entry : mapping.attributes)
      check_mapping(entry, member_of(entry, type, &Type::attributes), topology_.outputs, "output");
    if (mapping.filter.condition.is_null()) return;
    check_truth(mapping.filter.condition);
    check_type_reads(mapping.filter.condition, id, types_, diagnostics_);
  }

  [[nodiscard]] const ParameterDefinition* member_of(const SubstitutionMapping::Entry& entry, const Type& type,
                                                     std::vector<ParameterDefinition> TypeMembers::*section) const {
    return find_mapped_member(entry, type, section, topology_.types, types_.names()).definition;
  }

  /// 1.x: values in place of mappings.
  void check_given_values(const SubstitutionMapping& mapping) {
    const TypeId type = types_.names().find(TypeKind::node, mapping.node_type);
    if (!type.valid()) return;
    for (const SubstitutionMapping::Entry& entry : mapping.properties) {
      const ParameterDefinition* property = find_by_name(topology_.types[type].properties, entry.name);
      if (!entry.is_value || property == nullptr) continue;
      Value value = entry.value;
      type_value(value, types_.of(*property), {"the property", entry.name}, typing_, diagnostics_);
    }
  }

  void check_mapping(const SubstitutionMapping::Entry& entry, const ParameterDefinition* member,
                     const std::vector<ParameterDefinition>& parameters, const std::string& what) {
    const ParameterDefinition* mapped = entry.path.size() == 1 ? find_by_name(parameters, entry.path[0]) : nullptr;
    if (member == nullptr || mapped == nullptr || mapped->schema.type.empty()) return;
    const ValueTypeId inside = types_.of(mapped->schema);
    const ValueTypeId outside = types_.of(member->schema);
    const bool all = entry.index == "ALL";  // of relationships: a value of each
    const ValueType& whole = types_[inside];
    if (all ? whole.primitive == Primitive::list && is_compatible(whole.entry, outside) : is_compatible(inside, outside)) return;
    diagnostics_
        .error(Code::bad_substitution, entry.at,
               "'" + entry.name + "' is " + (all ? "a list of " : "of type ") + types_.name_of(outside) + ", but the " + what +
                   " '" + mapped->name + "' is of type " + types_.name_of(inside))
        .note("the " + what + " is defined here", mapped->at);
  }

  /// Conditions are functions that give true or false.
  void check_truth(const Value& condition) {
    Value typed = condition;
    type_condition(typed, typing_, diagnostics_);
  }

  void check_condition(const Value& condition, const EvaluationContext& context) {
    const std::size_t before = diagnostics_.errors();
    check_truth(condition);
    if (diagnostics_.errors() == before) evaluate(context, condition);
  }

  void check_policy(const PolicyTemplate& policy) {
    for (const Trigger& trigger : policy.triggers) {
      if (!trigger.condition.is_null()) check_condition(trigger.condition, {topology_, std::nullopt, &diagnostics_});
      for (const Activity& action : trigger.actions) {
        if (action.kind != Activity::Kind::call_operation) continue;
        for (const Reference& target : policy.targets) {
          if (const NodeId node = topology_.find_node(target.name); node.valid())
            check_call(action, node, {topology_, node, &diagnostics_});
        }
      }
    }
  }

  void check_workflow(const Workflow& workflow) {
    for (const Value& condition : workflow.preconditions)
      check_condition(condition, {topology_, std::nullopt, &diagnostics_, false, &workflow.inputs});
    for (const WorkflowStep& step : workflow.steps) {
      const std::optional<EntityId> target = target_of(step);
      const EvaluationContext context{topology_, target, &diagnostics_, false, &workflow.inputs};
      for (const Value& condition : step.filter) check_condition(condition, context);
      for (const Activity& activity : step.activities) check_activity(activity, target, context);
    }
    const EvaluationContext context{topology_, std::nullopt, &diagnostics_, false, &workflow.inputs};
    for (const ParameterDefinition& output : workflow.outputs) {
      if (!output.value) continue;
      if (output.value->get_if<List>() != nullptr) check_stored(output);
      evaluate(context, *output.value);
      check_result(*output.value, output, "the output", context);
    }
  }

  /// `[node, attribute]`: what the output of a workflow is stored in.
  void check_stored(const ParameterDefinition& output) {
    const List& path = *output.value->get_if<List>();
    const ResolvedPath found = resolve_path(topology_, std::nullopt, path);
    if (found.open) return;
    if (!found.problem.empty()) {
      const std::string guess = found.known ? diagnostics_.guess(to_text(path[found.next]), found.known) : "";
      diagnostics_.error(Code::unknown_name, path.empty() ? output.at : path[found.next].at, found.problem + guess);
    } else if (found.next == path.size()) {
      diagnostics_.error(Code::wrong_value, output.value->at, "an output is stored in [entity, attribute]");
    } else if (has_known_type(topology_, found.ends.front()) &&
               find_member(topology_, found.ends.front(), to_text(path[found.next]), true) == nullptr) {
      unknown(path[found.next].at, "attribute of " + describe(topology_, found.ends.front()) + " named",
              to_text(path[found.next]), names_of_members(topology_, found.ends.front()));
    }
  }

  /// The node, or the relationship that fulfils the named requirement; none for groups.
  std::optional<EntityId> target_of(const WorkflowStep& step) {
    const NodeId node = topology_.find_node(step.target.name);
    if (!node.valid()) return std::nullopt;
    if (step.target_relationship.empty()) return node;
    for (const RelationshipId id : topology_.nodes[node].outgoing) {
      if (topology_.relationships[id].requirement == step.target_relationship.name) return id;
    }
    return std::nullopt;
  }

  void check_activity(const Activity& activity, std::optional<EntityId> target, const EvaluationContext& context) {
    for (const Assignment& input : activity.inputs) evaluate(context, input.value);
    if (activity.kind == Activity::Kind::inline_workflow) {
      if (const Workflow* called = find_by_name(topology_.workflows, activity.what.name))
        check_inputs(activity, called->inputs, "the workflow '" + called->name + "'", context);
    } else if (activity.kind == Activity::Kind::call_operation && target) {
      check_call(activity, *target, context);
    }
  }

  /// `interface.operation`; that they exist is checked with the service.
  void check_call(const Activity& activity, EntityId target, const EvaluationContext& context) {
    const std::size_t dot = activity.what.name.rfind('.');
    if (dot == std::string::npos) return;
    const std::vector<Interface> interfaces = topology_.interfaces(target);
    const Interface* item = find_by_name(interfaces, activity.what.name.substr(0, dot));
    if (item == nullptr) return;
    const std::string name = activity.what.name.substr(dot + 1);
    const Operation* operation = find_by_name(item->operations, name);
    if (operation == nullptr && !item->type.empty()) return;
    InputDefinitions inputs = item->inputs;
    if (operation != nullptr) refine_by_name(inputs, operation->inputs);
    check_inputs(activity, inputs, "the operation '" + activity.what.name + "'", context);
  }

  void check_inputs(const Activity& activity, const InputDefinitions& inputs, const std::string& whose,
                    const EvaluationContext& context) {
    for (const Assignment& given : activity.inputs) {
      const ParameterDefinition* wanted = find_by_name(inputs, given.name);
      if (wanted == nullptr) {
        unknown(given.at, "input of " + whose + " named", given.name, names_of(inputs));
        continue;
      }
      check_result(given.value, *wanted, "the input", context);
      check_given(given, *wanted, whose, context);
      Value literal = given.value;
      type_value(literal, types_.of(wanted->schema), {"the input", wanted->name}, typing_, diagnostics_);
    }
    for (const ParameterDefinition& input : inputs) {
      if (!must_be_given(input) || find_by_name(activity.inputs, input.name) != nullptr) continue;
      diagnostics_.error(Code::missing_property, activity.at, whose + " must be given the input '" + input.name + "'")
          .note("it is required here", input.at);
    }
  }

  /// An input that may be left out cannot stand for one that may not.
  void check_given(const Assignment& given, const ParameterDefinition& wanted, const std::string& whose,
                   const EvaluationContext& context) {
    const Call* call = given.value.call();
    if (call == nullptr || !must_be_given(wanted)) return;
    const ParameterDefinition* from = definition_read_by(*call, context);
    if (from == nullptr || from->required || from->default_value || from->value) return;
    diagnostics_
        .error(Code::missing_property, given.value.at,
               whose + " must be given the input '" + wanted.name + "', but '" + from->name + "' may be left out")
        .note("it is optional here", from->at)
        .note("the input is required here", wanted.at);
  }

  void unknown(SourceRange at, const std::string& what, const std::string& name, const std::vector<std::string_view>& known) {
    const std::string guess = diagnostics_.guess(name, [&] { return known; });
    diagnostics_.error(Code::unknown_name, at, "there is no " + what + " '" + name + "'" + guess);
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
  ValueTypes& types_;
  TypingContext typing_;
  std::unordered_map<TypeId, std::vector<const OutputAssignment*>> output_paths_;  // of operations of types
  const ParameterDefinition count_{"", {{"integer"}, {}}, {}, {}, true, false, {}};
};

}  // namespace

void check_calls(const Topology& topology, ValueTypes& types, Diagnostics& diagnostics) {
  CallChecker(topology, types, diagnostics).check();
}

}  // namespace planbuilder::tosca
