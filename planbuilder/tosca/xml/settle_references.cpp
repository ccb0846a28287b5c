#include "planbuilder/tosca/xml/settle_references.h"

#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::tosca::xml {

namespace {

class Settler {
 public:
  explicit Settler(const Catalog& catalog) : catalog_(catalog) {}

  void settle(Reference& reference) const {
    const std::size_t second = reference.name.find("}{");
    if (second == std::string::npos) return;
    const std::size_t local = reference.name.find('}', second + 1) + 1;
    const std::string by_default = reference.name.substr(0, second + 1) + reference.name.substr(local);
    const std::string by_target = reference.name.substr(second + 1);
    // The grammar's own namespace defines nothing: where it is the default, messages should show the other name.
    const bool is_grammar = reference.name.compare(1, second - 1, tosca_namespace) == 0;
    reference.name = catalog_.knows(by_default) || (!is_grammar && !catalog_.knows(by_target)) ? by_default : by_target;
  }

  void settle(std::vector<ArtifactUse>& uses) const {
    for (ArtifactUse& use : uses) settle(use);
  }

  void settle(ArtifactUse& use) const {
    settle(use.type);
    settle(use.artifact_template);
  }

  void settle(TypeDefinition& type) const {
    settle(type.parent);
    for (auto* ends : {&type.valid_sources, &type.valid_targets}) {
      for (Reference& end : *ends) settle(end);
    }
    for (CapabilityDefinition& capability : type.capabilities) settle(capability.type);
    for (RequirementDefinition& requirement : type.requirements) settle(requirement.capability);
  }

  void settle(PolicyTemplate& policy) const {
    settle(policy.type);
    settle(policy.based_on);
  }

  void settle(ServiceTemplate& service) const {
    for (NodeTemplate& node : service.nodes) {
      settle(node.type);
      for (CapabilityAssignment& capability : node.capabilities) settle(capability.type);
    }
    for (RelationshipTemplate& relationship : service.relationships) settle(relationship.type);
    for (PolicyTemplate& policy : service.policies) settle(policy);
  }

  void settle(Definitions& all) const {
    for (TypeDefinition& type : all.types) settle(type);
    for (TypeImplementation& implementation : all.implementations) {
      settle(implementation.type);
      settle(implementation.parent);
      settle(implementation.operations);
      settle(implementation.deployments);
    }
    for (ArtifactTemplate& artifact : all.artifact_templates) settle(artifact.type);
    for (RequirementType& requirement : all.requirement_types) {
      settle(requirement.parent);
      settle(requirement.capability);
    }
    for (PolicyTemplate& policy : all.policy_templates) settle(policy);
    for (NodeDeployment& deployment : all.deployments) settle(deployment.artifact);
    if (all.service) settle(*all.service);
  }

 private:
  const Catalog& catalog_;
};

}  // namespace

void settle_references(std::vector<DefinitionsFile>& files, const Catalog& catalog) {
  const Settler settler(catalog);
  for (DefinitionsFile& file : files) {
    if (is_xml(file.language)) settler.settle(file.definitions);
  }
}

}  // namespace planbuilder::tosca::xml
