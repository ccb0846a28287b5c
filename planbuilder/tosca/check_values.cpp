#include "planbuilder/tosca/check_values.h"

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/coerce.h"
#include "planbuilder/tosca/evaluate.h"
#include "planbuilder/tosca/merge.h"

namespace planbuilder::tosca {

namespace {

void settle(std::vector<ParameterDefinition>& definitions, std::string_view what, Diagnostics& diagnostics) {
  for (ParameterDefinition& definition : definitions) {
    const std::string name = std::string(what) + " '" + definition.name + "'";
    if (definition.default_value) coerce(*definition.default_value, definition.schema, "the default of " + name, diagnostics);
    if (definition.value) coerce(*definition.value, definition.schema, name, diagnostics);
  }
}

void settle(std::vector<Interface>& interfaces, Diagnostics& diagnostics) {
  for (Interface& item : interfaces) {
    settle(item.inputs, "the input", diagnostics);
    for (Operation& operation : item.operations) settle(operation.inputs, "the input", diagnostics);
  }
}

void settle(std::vector<Assignment>& assignments, const std::vector<ParameterDefinition>& definitions, std::string_view what,
            Diagnostics& diagnostics) {
  for (Assignment& assignment : assignments) {
    const ParameterDefinition* definition = find_by_name(definitions, assignment.name);
    coerce(assignment.value, definition == nullptr ? Schema() : definition->schema,
           std::string(what) + " '" + assignment.name + "'", diagnostics);
  }
}

template <class Entity>
void settle_entity(Entity& entity, const Topology& topology, Diagnostics& diagnostics) {
  static const std::vector<ParameterDefinition> none;
  const Type* type = entity.type.valid() ? &topology.types[entity.type] : nullptr;
  settle(entity.properties, type ? type->properties : none, "the property", diagnostics);
  settle(entity.attributes, type ? type->attributes : none, "the attribute", diagnostics);
  settle(entity.interfaces, diagnostics);
}

class Checker {
 public:
  Checker(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  void check(EntityId entity) {
    const TypeId type = topology_.type_of(entity);
    if (!type.valid()) return;  // reported already; its properties cannot be judged
    check_names(entity, topology_.types[type]);
    const EvaluationContext context{topology_, entity, &diagnostics_};
    for (const ParameterDefinition& definition : topology_.types[type].properties) {
      if (const Value* value = topology_.property(entity, definition.name)) evaluate(context, *value);
    }
    for (const Interface& item : topology_.interfaces(entity)) check_inputs(context, item);
  }

  void check_outputs() {
    const EvaluationContext context{topology_, std::nullopt, &diagnostics_};
    for (const ParameterDefinition& output : topology_.outputs) {
      if (output.value) evaluate(context, *output.value);
    }
  }

 private:
  void check_names(EntityId entity, const Type& type) {
    std::vector<std::string_view> known;
    for (const ParameterDefinition& definition : type.properties) known.push_back(definition.name);
    for (const Assignment& property : topology_.assigned_properties(entity)) {
      if (find_by_name(type.properties, property.name) != nullptr || is_open(type)) continue;
      diagnostics_.error(
          Code::unknown_name, property.at,
          "the type '" + type.name + "' has no property '" + property.name + "'" + did_you_mean(property.name, known));
    }
    for (const ParameterDefinition& definition : type.properties) {
      if (!definition.required || topology_.property(entity, definition.name) != nullptr) continue;
      diagnostics_
          .error(Code::missing_property, topology_.at(entity),
                 "'" + topology_.id_of(entity) + "' must have the property '" + definition.name + "'")
          .note("it is required here", definition.at);
    }
  }

  /// Types of XML need not list their properties: a schema elsewhere may.
  static bool is_open(const Type& type) { return type.name.starts_with('{'); }

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

void settle_values(Topology& topology, Diagnostics& diagnostics) {
  settle(topology.inputs, "the input", diagnostics);
  settle(topology.outputs, "the output", diagnostics);
  for (Type& type : topology.types) {
    settle(type.properties, "the property", diagnostics);
    settle(type.attributes, "the attribute", diagnostics);
    settle(type.interfaces, diagnostics);
  }
  for (Node& node : topology.nodes) settle_entity(node, topology, diagnostics);
  for (Relationship& relationship : topology.relationships) settle_entity(relationship, topology, diagnostics);
}

void check_values(const Topology& topology, Diagnostics& diagnostics) {
  Checker checker(topology, diagnostics);
  for (const NodeId node : topology.nodes.ids()) checker.check(node);
  for (const RelationshipId relationship : topology.relationships.ids()) checker.check(relationship);
  checker.check_outputs();
}

}  // namespace planbuilder::tosca
