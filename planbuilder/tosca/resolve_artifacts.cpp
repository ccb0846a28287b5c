#include "planbuilder/tosca/resolve_artifacts.h"

#include <unordered_map>

#include "csar/paths.h"

namespace planbuilder::tosca {

namespace {

template <class Visit>
void for_each_operation(std::vector<Interface>& interfaces, const Visit& visit) {
  for (Interface& item : interfaces) {
    for (Operation& operation : item.operations) visit(item, operation);
  }
}

class Finder {
 public:
  Finder(const csar::Archive& archive, const Sources& sources) : archive_(archive), sources_(sources) {}

  void find(Artifact& artifact) const {
    for (const std::string& base : {sources_.path(artifact.at.file), std::string()}) {
      const auto path = csar::resolve(base, artifact.file);
      if (path && archive_.find(*path)) {
        artifact.file = *path;
        artifact.present = true;
        return;
      }
    }
  }

  void find(std::vector<Interface>& interfaces) const {
    for_each_operation(interfaces, [&](Interface&, Operation& operation) {
      if (operation.implementation) find(*operation.implementation);
      for (Artifact& dependency : operation.dependencies) find(dependency);
    });
  }

  void find(std::vector<Artifact>& artifacts) const {
    for (Artifact& artifact : artifacts) find(artifact);
  }

 private:
  const csar::Archive& archive_;
  const Sources& sources_;
};

}  // namespace

void attach_implementations(std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  std::unordered_map<std::string, TypeDefinition*> types;
  std::unordered_map<std::string, const ArtifactTemplate*> templates;
  for (DefinitionsFile& file : files) {
    for (TypeDefinition& type : file.definitions.types) types.emplace(type.name, &type);
    for (const ArtifactTemplate& artifact : file.definitions.artifact_templates) templates.emplace(artifact.name, &artifact);
  }
  for (const DefinitionsFile& file : files) {
    for (const TypeImplementation& implementation : file.definitions.implementations) {
      const auto type = types.find(implementation.type.name);
      const auto artifact = templates.find(implementation.artifact_template.name);
      if (type == types.end()) {
        diagnostics.error(Code::unknown_type, implementation.at,
                          "the implementation '" + implementation.name + "' is of the type '" + implementation.type.name +
                              "', which does not exist");
        continue;
      }
      if (artifact == templates.end() || artifact->second->files.empty()) continue;
      for_each_operation(type->second->interfaces, [&](Interface& item, Operation& operation) {
        if (!implementation.interface.empty() && implementation.interface != item.name) return;
        if (!implementation.operation.empty() && implementation.operation != operation.name) return;
        if (operation.implementation) {
          diagnostics
              .note(Code::implementation_chosen, implementation.at,
                    "the operation '" + operation.name + "' of '" + type->first + "' has several implementations")
              .note("this one is taken", operation.implementation->at);
          return;
        }
        Artifact chosen;
        chosen.name = artifact->first;
        chosen.type = implementation.artifact_type.empty() ? artifact->second->type : implementation.artifact_type;
        chosen.file = artifact->second->files.front();
        chosen.at = implementation.at;
        operation.implementation = std::move(chosen);
      });
    }
  }
}

void resolve_artifacts(std::vector<DefinitionsFile>& files, const csar::Archive& archive, const Sources& sources) {
  const Finder finder(archive, sources);
  for (DefinitionsFile& file : files) {
    for (TypeDefinition& type : file.definitions.types) {
      finder.find(type.interfaces);
      finder.find(type.artifacts);
    }
    if (!file.definitions.service) continue;
    for (NodeTemplate& node : file.definitions.service->nodes) {
      finder.find(node.interfaces);
      finder.find(node.artifacts);
      for (RequirementAssignment& requirement : node.requirements) finder.find(requirement.interfaces);
    }
    for (RelationshipTemplate& relationship : file.definitions.service->relationships) finder.find(relationship.interfaces);
  }
}

}  // namespace planbuilder::tosca
