#include "planbuilder/tosca/check_values.h"

#include <algorithm>

#include "planbuilder/tosca/evaluate.h"

namespace planbuilder::tosca {

namespace {

class Checker {
 public:
  Checker(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  void check(EntityId entity) {
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return;  // reported already; its properties cannot be judged
    const EvaluationContext context{topology_, entity, &diagnostics_};
    for (const ParameterDefinition& definition : topology_.types[type].properties) {
      if (const Value* value = topology_.property(entity, definition.name)) evaluate(context, *value);
    }
    if (const NodeId* node = std::get_if<NodeId>(&entity)) {
      for (const CapabilityAssignment& capability : topology_.nodes[*node].capabilities) {
        for (const Assignment& property : capability.properties) evaluate(context, property.value);
      }
    }
    if (!calls_anything(entity)) return;  // merging what is never called would be most of the work of large services
    for (const Interface& item : topology_.interfaces(entity)) check_inputs(context, item);
  }

  void check_outputs() {
    const EvaluationContext context{topology_, std::nullopt, &diagnostics_};
    for (const ParameterDefinition& output : topology_.outputs) {
      if (output.value) evaluate(context, *output.value);
    }
  }

 private:
  [[nodiscard]] bool calls_anything(EntityId entity) const {
    const auto has_implementation = [](const Operation& operation) { return operation.implementation.has_value(); };
    const auto implements = [&](const Interface& item) {
      return std::any_of(item.operations.begin(), item.operations.end(), has_implementation);
    };
    const auto& of_type = topology_.types[topology_.type_of(entity)].interfaces;
    const NodeId* node = std::get_if<NodeId>(&entity);
    const auto& own = node != nullptr ? topology_.nodes[*node].interfaces
                                      : topology_.relationships[std::get<RelationshipId>(entity)].interfaces;
    return std::any_of(of_type.begin(), of_type.end(), implements) || std::any_of(own.begin(), own.end(), implements);
  }

  void check_inputs(const EvaluationContext& context, const Interface& item) {
    for (const Operation& operation : item.operations) {
      if (!operation.implementation) continue;  // never called, so never evaluated
      for (const auto* inputs : {&item.inputs, &operation.inputs}) {
        for (const ParameterDefinition& input : *inputs) {
          if (input.value) {
            evaluate(context, *input.value);
          } else if (input.default_value) {
            evaluate(context, *input.default_value);
          }
        }
      }
    }
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_values(const Topology& topology, Diagnostics& diagnostics) {
  Checker checker(topology, diagnostics);
  for (const NodeId node : topology.nodes.ids()) checker.check(node);
  for (const RelationshipId relationship : topology.relationships.ids()) checker.check(relationship);
  checker.check_outputs();
}

}  // namespace planbuilder::tosca
