// Which types a type or a service names, and what for: one walk over definitions for all who ask.
#pragma once

#include "planbuilder/tosca/model/types.h"

namespace planbuilder::tosca {

/// Calls `visit(kind, reference)` for each name of a type; names may be empty.
template <class Visit>
class TypeReferences {
 public:
  explicit TypeReferences(const Visit& visit) : visit_(visit) {}

  /// What a type is made of, without what it derives from.
  void parts_of(const Type& type) const {
    const TypeMembers& own = type.own;
    schema(type.value);
    if (type.scalar) visit_(TypeKind::data, type.scalar->data_type);
    parameters(own.properties);
    parameters(own.attributes);
    for (const CapabilityDefinition& capability : own.capabilities) {
      visit_(TypeKind::capability, capability.type);
      parameters(capability.properties);
      parameters(capability.attributes);
    }
    for (const RequirementDefinition& requirement : own.requirements) {
      visit_(TypeKind::capability, requirement.capability);
      visit_(TypeKind::relationship, requirement.relationship);
      parameters(requirement.relationship_properties);
      parameters(requirement.relationship_attributes);
      interfaces(requirement.relationship_interfaces);
    }
    interfaces(own.interfaces);
    artifacts(own.artifacts);
  }

  /// What it may be joined with.
  void neighbours_of(const Type& type) const {
    const TypeMembers& own = type.own;
    for (const CapabilityDefinition& capability : own.capabilities) {
      all(TypeKind::node, capability.valid_source_types);
      all(TypeKind::relationship, capability.valid_relationship_types);
    }
    for (const RequirementDefinition& requirement : own.requirements) visit_(TypeKind::node, requirement.node);
    for (const TypeKind kind : {TypeKind::capability, TypeKind::node, TypeKind::group}) all(kind, own.valid_ends);
    all(TypeKind::node, own.valid_sources);
    all(TypeKind::node, own.valid_targets);
    all(TypeKind::relationship, own.valid_relationships);
  }

  void of(const ServiceTemplate& service) const {
    parameters(service.inputs);
    parameters(service.outputs);
    for (const NodeTemplate& node : service.nodes) of(node);
    for (const RelationshipTemplate& relationship : service.relationships) {
      visit_(TypeKind::relationship, relationship.type);
      interfaces(relationship.interfaces);
    }
    for (const GroupTemplate& group : service.groups) visit_(TypeKind::group, group.type);
    for (const PolicyTemplate& policy : service.policies) visit_(TypeKind::policy, policy.type);
    for (const Workflow& workflow : service.workflows) of(workflow);
    for (const FunctionDefinition& function : service.functions) of(function);
    if (service.substitution) visit_(TypeKind::node, service.substitution->node_type);
  }

  void of(const FunctionDefinition& function) const {
    for (const FunctionSignature& signature : function.signatures) {
      for (const Schema& argument : signature.arguments) schema(argument);
      for (const Schema& argument : signature.optional_arguments) schema(argument);
      if (signature.variadic) schema(*signature.variadic);
      if (signature.result) schema(*signature.result);
    }
  }

 private:
  void of(const Workflow& workflow) const {
    parameters(workflow.inputs);
    parameters(workflow.outputs);
    if (workflow.implementation) visit_(TypeKind::artifact, workflow.implementation->type);
  }

  void of(const NodeTemplate& node) const {
    visit_(TypeKind::node, node.type);
    interfaces(node.interfaces);
    artifacts(node.artifacts);
    for (const RequirementAssignment& requirement : node.requirements) {
      visit_(TypeKind::node, requirement.node);
      visit_(TypeKind::capability, requirement.capability);
      visit_(TypeKind::relationship, requirement.relationship);
      interfaces(requirement.interfaces);
    }
  }

  void schema(const Schema& schema_of_value) const {
    visit_(TypeKind::data, schema_of_value.type);
    if (!schema_of_value.details) return;
    schema(schema_of_value.details->entry);
    schema(schema_of_value.details->key);
  }

  void parameters(const std::vector<ParameterDefinition>& definitions) const {
    for (const ParameterDefinition& definition : definitions) schema(definition.schema);
  }

  void artifacts(const std::vector<Artifact>& definitions) const {
    for (const Artifact& artifact : definitions) visit_(TypeKind::artifact, artifact.type);
  }

  void interfaces(const std::vector<Interface>& definitions) const {
    for (const Interface& item : definitions) {
      // It may be named by its type.
      visit_(TypeKind::interface, item.type.empty() ? Reference{item.name, item.at} : item.type);
      parameters(item.inputs);
      for (const Operation& operation : item.operations) event(operation);
      for (const Notification& notification : item.notifications) event(notification);
    }
  }

  template <class Event>
  void event(const Event& item) const {
    parameters(item.inputs);
    parameters(item.defined_outputs);
    if (item.implementation) visit_(TypeKind::artifact, item.implementation->type);
    artifacts(item.dependencies);
  }

  void all(TypeKind kind, const std::vector<Reference>& references) const {
    for (const Reference& reference : references) visit_(kind, reference);
  }

  const Visit& visit_;
};

}  // namespace planbuilder::tosca
