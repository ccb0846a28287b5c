#include "planbuilder/tosca/xml/resolve_references.h"

#include "planbuilder/tosca/xml/names.h"

namespace planbuilder::tosca::xml {

namespace {

class Resolver {
 public:
  explicit Resolver(const Catalog& catalog) : catalog_(catalog) {}

  void resolve(Reference& reference) const {
    const std::size_t second = reference.name.find("}{");
    if (second == std::string::npos) return;
    const std::size_t local = reference.name.find('}', second + 1) + 1;
    const std::string by_default = reference.name.substr(0, second + 1) + reference.name.substr(local);
    const std::string by_target = reference.name.substr(second + 1);
    // The grammar's own namespace defines nothing: where it is the default, messages should show the other name.
    const bool is_grammar = reference.name.compare(1, second - 1, tosca_namespace) == 0;
    reference.name = catalog_.knows(by_default) || (!is_grammar && !catalog_.knows(by_target)) ? by_default : by_target;
  }

  void resolve(std::vector<ArtifactUse>& uses) const {
    for (ArtifactUse& use : uses) resolve(use);
  }

  void resolve(ArtifactUse& use) const {
    resolve(use.type);
    resolve(use.artifact_template);
  }

  void resolve(TypeDefinition& type) const {
    resolve(type.parent);
    for (auto* ends : {&type.valid_sources, &type.valid_targets}) {
      for (Reference& end : *ends) resolve(end);
    }
    for (CapabilityDefinition& capability : type.capabilities) resolve(capability.type);
    for (RequirementDefinition& requirement : type.requirements) resolve(requirement.capability);
  }

  void resolve(PolicyTemplate& policy) const {
    resolve(policy.type);
    resolve(policy.based_on);
  }

  void resolve(ServiceTemplate& service) const {
    for (NodeTemplate& node : service.nodes) {
      resolve(node.type);
      for (CapabilityAssignment& capability : node.capabilities) resolve(capability.type);
    }
    for (RelationshipTemplate& relationship : service.relationships) resolve(relationship.type);
    for (PolicyTemplate& policy : service.policies) resolve(policy);
  }

  void resolve(Definitions& all) const {
    for (TypeDefinition& type : all.types) resolve(type);
    for (TypeImplementation& implementation : all.implementations) {
      resolve(implementation.type);
      resolve(implementation.parent);
      resolve(implementation.operations);
      resolve(implementation.deployments);
    }
    for (ArtifactTemplate& artifact : all.artifact_templates) resolve(artifact.type);
    for (RequirementType& requirement : all.requirement_types) {
      resolve(requirement.parent);
      resolve(requirement.capability);
    }
    for (PolicyTemplate& policy : all.policy_templates) resolve(policy);
    for (NodeDeployment& deployment : all.deployments) resolve(deployment.artifact);
    if (all.service) resolve(*all.service);
  }

 private:
  const Catalog& catalog_;
};

}  // namespace

void resolve_references(std::vector<DefinitionsFile>& files, const Catalog& catalog) {
  const Resolver resolver(catalog);
  for (DefinitionsFile& file : files) {
    if (is_xml(file.language)) resolver.resolve(file.definitions);
  }
}

}  // namespace planbuilder::tosca::xml
