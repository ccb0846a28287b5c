#include "planbuilder/tosca/checks/check_files.h"

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/values/entity_members.h"

namespace planbuilder::tosca {

namespace {

/// Whatever has no file here may be an address, an image of a registry, a path on a machine, or a word that an orchestrator
/// knows.
bool names_a_file(const Artifact& artifact) {
  const std::string_view file = artifact.file;
  const std::string_view last = file.substr(file.rfind('/') + 1);
  return artifact.details->repository.empty() && !file.starts_with('/') && file.find(':') == std::string_view::npos &&
         last.find('.') != 0 && last.find('.') != std::string_view::npos;
}

class FileChecker {
 public:
  FileChecker(const Topology& topology, Diagnostics& diagnostics) : topology_(topology), diagnostics_(diagnostics) {}

  void check(EntityId entity, const std::vector<Interface>& interfaces) {
    for (const Interface& item : interfaces) {
      for (const Operation& operation : item.operations) {
        if (operation.implementation) check_run(entity, *operation.implementation);
        for (const Artifact& dependency : operation.dependencies) check_run(entity, dependency);
      }
    }
  }

  void check(const Artifact& artifact) {
    if (!artifact.present && names_a_file(artifact))
      diagnostics_.error(Code::artifact_missing, artifact.at, "the file '" + artifact.file + "' is not in the archive");
  }

 private:
  void check_run(EntityId entity, const Artifact& artifact) {
    if (!artifact.present && find_artifact(topology_, entity, artifact.file) == nullptr) check(artifact);
  }

  const Topology& topology_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_files(const Topology& topology, Diagnostics& diagnostics) {
  FileChecker checker(topology, diagnostics);
  for (const NodeId node : topology.nodes.ids()) {
    checker.check(EntityId(node), topology.nodes[node].interfaces);
    for (const Artifact& artifact : topology.nodes[node].artifacts) checker.check(artifact);
  }
  for (const RelationshipId relationship : topology.relationships.ids())
    checker.check(EntityId(relationship), topology.relationships[relationship].interfaces);
}

}  // namespace planbuilder::tosca
