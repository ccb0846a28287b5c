#include "planbuilder/tosca/checks/check_values.h"

#include <unordered_map>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/evaluate.h"
#include "planbuilder/tosca/values/lookup.h"

namespace planbuilder::tosca {

namespace {

class ValueChecker {
 public:
  ValueChecker(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {
    for (const Workflow& workflow : topology.workflows)
      workflow_inputs_.insert(workflow_inputs_.end(), workflow.inputs.begin(), workflow.inputs.end());
  }

  void check(EntityId entity) {
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return;  // reported already; its properties cannot be judged
    const EvaluationContext context{topology_, entity, &diagnostics_};
    const OfType& of_type = what_calls_in(type);
    const NameTable assigned(topology_.assigned_properties(entity));
    for (const Assignment& property : topology_.assigned_properties(entity)) {
      if (!is_literal(property.value) && of_type.properties.find(property.name) != nullptr) follow(context, property.value);
    }
    for (const ParameterDefinition* definition : of_type.calling) {
      if (assigned.find(definition->name) == nullptr) follow(context, *definition);
    }
    if (const NodeId* node = std::get_if<NodeId>(&entity)) {
      for (const CapabilityAssignment& capability : topology_.nodes[*node].capabilities) {
        for (const Assignment& property : capability.properties) follow(context, property.value);
      }
      follow(context, topology_.nodes[*node].node_filter->condition);  // SELF is the node that is selected
    }
    if (own_interfaces(entity).empty() && !of_type.interfaces_call) return;
    for (const Interface& item : topology_.interfaces(entity)) check_inputs(context, item);
  }

  void check_outputs() {
    const EvaluationContext context{topology_, std::nullopt, &diagnostics_};
    for (const ParameterDefinition& output : topology_.outputs) {
      if (output.value) follow(context, *output.value);
    }
  }

 private:
  /// Nothing can be wrong with what is no function: most values are not even copied.
  static void follow(const EvaluationContext& context, const Value& value) {
    if (!is_literal(value)) evaluate(context, value);
  }

  static const Value* given(const ParameterDefinition& definition) {
    const auto& value = definition.value ? definition.value : definition.default_value;
    return value ? &*value : nullptr;
  }

  static void follow(const EvaluationContext& context, const ParameterDefinition& definition) {
    if (const Value* value = given(definition)) follow(context, *value);
  }

  template <class Visit>
  static void for_each_input(const Interface& item, const Visit& visit) {
    for (const Operation& operation : item.operations) {
      if (!operation.implementation) continue;  // never called, so never evaluated
      for (const auto* inputs : {&item.inputs, &operation.inputs}) {
        for (const ParameterDefinition& input : *inputs) visit(input);
      }
    }
  }

  /// An operation that a workflow calls may read an input of the workflow (Simple Profile 1.3, 7.3.6).
  void check_inputs(const EvaluationContext& context, const Interface& item) const {
    EvaluationContext in_workflow = context;
    in_workflow.workflow_inputs = &workflow_inputs_;
    for_each_input(item,
                   [&](const ParameterDefinition& input) { follow(reads_workflow_input(input) ? in_workflow : context, input); });
  }

  [[nodiscard]] bool reads_workflow_input(const ParameterDefinition& input) const {
    const Value* value = given(input);
    if (workflow_inputs_.empty() || value == nullptr) return false;
    bool reads = false;
    for_each_call(*value, [&](const Call& call, const Value&) {
      const auto lookup = lookup_of(call);
      reads = reads || (lookup && !lookup->of_entity && !lookup->words.empty() &&
                        find_by_name(workflow_inputs_, to_text(lookup->words.front())) != nullptr);
    });
    return reads;
  }

  [[nodiscard]] const std::vector<Interface>& own_interfaces(EntityId entity) const {
    if (const NodeId* node = std::get_if<NodeId>(&entity)) return topology_.nodes[*node].interfaces;
    return topology_.relationships[std::get<RelationshipId>(entity)].interfaces;
  }

  /// What of a type calls functions; found once for all that is of the type.
  struct OfType {
    NameTable<ParameterDefinition> properties;
    std::vector<const ParameterDefinition*> calling;  // properties by their defaults
    bool interfaces_call = false;
  };

  static bool calls(const ParameterDefinition& definition) {
    const Value* value = given(definition);
    return value != nullptr && !is_literal(*value);
  }

  const OfType& what_calls_in(TypeId id) {
    const Type& type = topology_.types[id];
    if (const auto known = of_types_.find(id); known != of_types_.end()) return known->second;
    OfType& found = of_types_.emplace(id, OfType{NameTable(type.properties), {}, false}).first->second;
    for (const ParameterDefinition& property : type.properties) {
      if (calls(property)) found.calling.push_back(&property);
    }
    for (const Interface& item : type.interfaces) {
      for_each_input(item, [&](const ParameterDefinition& input) { found.interfaces_call |= calls(input); });
    }
    return found;
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
  std::vector<ParameterDefinition> workflow_inputs_;  // of all of them
  std::unordered_map<TypeId, OfType> of_types_;
};

}  // namespace

void check_values(const Topology& topology, Diagnostics& diagnostics) {
  ValueChecker checker(topology, diagnostics);
  for (const NodeId node : topology.nodes.ids()) checker.check(node);
  for (const RelationshipId relationship : topology.relationships.ids()) checker.check(relationship);
  checker.check_outputs();
}

}  // namespace planbuilder::tosca
