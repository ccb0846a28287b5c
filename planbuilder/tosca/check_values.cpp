#include "planbuilder/tosca/check_values.h"

#include <unordered_map>

#include "planbuilder/tosca/evaluate.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

class Checker {
 public:
  Checker(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  void check(EntityId entity) {
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return;  // reported already; its properties cannot be judged
    const EvaluationContext context{topology_, entity, &diagnostics_};
    const NameTable assigned(topology_.assigned_properties(entity));
    for (const ParameterDefinition& definition : topology_.types[type].properties) {
      if (const Assignment* own = assigned.find(definition.name)) {
        follow(context, own->value);
      } else {
        follow(context, definition);
      }
    }
    if (const NodeId* node = std::get_if<NodeId>(&entity)) {
      for (const CapabilityAssignment& capability : topology_.nodes[*node].capabilities) {
        for (const Assignment& property : capability.properties) follow(context, property.value);
      }
    }
    if (own_interfaces(entity).empty() && !calls_in_interfaces(type)) return;
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

  static void check_inputs(const EvaluationContext& context, const Interface& item) {
    for_each_input(item, [&](const ParameterDefinition& input) { follow(context, input); });
  }

  [[nodiscard]] const std::vector<Interface>& own_interfaces(EntityId entity) const {
    if (const NodeId* node = std::get_if<NodeId>(&entity)) return topology_.nodes[*node].interfaces;
    return topology_.relationships[std::get<RelationshipId>(entity)].interfaces;
  }

  /// Whether a type's own inputs call functions; found once for all that is of the type.
  bool calls_in_interfaces(TypeId type) {
    const auto [known, is_new] = calls_in_interfaces_.try_emplace(type, false);
    for (const Interface& item : topology_.types[type].interfaces) {
      if (!is_new || known->second) break;
      for_each_input(item, [&](const ParameterDefinition& input) {
        const Value* value = given(input);
        if (value != nullptr && !is_literal(*value)) known->second = true;
      });
    }
    return known->second;
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
  std::unordered_map<TypeId, bool> calls_in_interfaces_;
};

}  // namespace

void check_values(const Topology& topology, Diagnostics& diagnostics) {
  Checker checker(topology, diagnostics);
  for (const NodeId node : topology.nodes.ids()) checker.check(node);
  for (const RelationshipId relationship : topology.relationships.ids()) checker.check(relationship);
  checker.check_outputs();
}

}  // namespace planbuilder::tosca
