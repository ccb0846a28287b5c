#include "planbuilder/tosca/checks/check_artifacts.h"

#include <set>
#include <unordered_map>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/model/visible_names.h"
#include "planbuilder/tosca/values/typing.h"

namespace planbuilder::tosca {

namespace {

/// Which repositories a file knows: its own, and those of its imports. Files of 1.x rely on those of their importers, too.
class RepositoryNames {
 public:
  explicit RepositoryNames(const std::vector<DefinitionsFile>& files) : names_(std::make_shared<const ImportGraph>(files)) {
    for (std::size_t file = 0; file < files.size(); ++file) {
      files_.emplace(files[file].id, file);
      for (const Repository& repository : files[file].definitions.repositories) {
        names_.declare(file, repository.name, 0);
        all_.insert(repository.name);
      }
    }
  }

  void check(const std::string& name, const Artifact& artifact, bool is_strict, Diagnostics& diagnostics) const {
    const std::size_t file = files_.at(artifact.at.file);
    if (is_strict ? names_.find(file, name).has_value() : all_.contains(name)) return;
    std::vector<std::string> known;
    const std::string guess = diagnostics.guess(name, [&] {
      known = names_.some_names(file);
      return std::vector<std::string_view>(known.begin(), known.end());
    });
    diagnostics.error(Code::unknown_name, artifact.at, "there is no repository '" + name + "'" + guess);
  }

 private:
  std::unordered_map<FileId, std::size_t> files_;
  std::set<std::string_view> all_;
  VisibleNames names_;
};

class ArtifactChecker {
 public:
  ArtifactChecker(const std::vector<DefinitionsFile>& files, ValueTypes& value_types, Diagnostics& diagnostics)
      : repositories_(files), value_types_(value_types), diagnostics_(diagnostics) {}

  void check(const TypeMembers& type) {
    check_all(type.artifacts);
    check_all(type.interfaces);
    for (const RequirementDefinition& requirement : type.requirements) check_all(requirement.relationship_interfaces);
  }

  void check(const ServiceTemplate& service) {
    for (const NodeTemplate& node : service.nodes) {
      check_all(node.artifacts);
      check_all(node.interfaces);
      for (const RequirementAssignment& requirement : node.requirements) check_all(requirement.interfaces);
    }
    for (const RelationshipTemplate& relationship : service.relationships) check_all(relationship.interfaces);
    for (const Workflow& workflow : service.workflows) {
      if (workflow.implementation) check_one(*workflow.implementation);
    }
  }

 private:
  void check_all(const std::vector<Artifact>& artifacts) {
    for (const Artifact& artifact : artifacts) check_one(artifact);
  }

  void check_all(const std::vector<Interface>& interfaces) {
    for (const Interface& item : interfaces) {
      for (const Operation& operation : item.operations) check_event(operation);
      for (const Notification& notification : item.notifications) check_event(notification);
    }
  }

  template <class Event>
  void check_event(const Event& event) {
    if (event.implementation) check_one(*event.implementation);
    check_all(event.dependencies);
  }

  void check_one(const Artifact& artifact) {
    if (const std::string& name = artifact.details->repository; !name.empty())
      repositories_.check(name, artifact, value_types_.names().is_strict(artifact.at.file), diagnostics_);
    if (artifact.type.empty()) return;
    const TypeId type = resolve(artifact.type);
    if (!type.valid()) return;
    const Fields& fields = value_types_.properties(type);
    const std::vector<Assignment>& given = artifact.details->properties;
    for (const Assignment& property : given) check_property(property, fields, artifact);
    for (const ParameterDefinition* wanted : fields.mandatory()) {
      if (find_by_name(given, wanted->name) == nullptr) report_missing(artifact, *wanted);
    }
  }

  /// Published templates of 1.x have types that only their orchestrator knows.
  TypeId resolve(const Reference& name) {
    const TypeNames& names = value_types_.names();
    if (names.is_strict(name.at.file)) return names.resolve(TypeKind::artifact, name, diagnostics_);
    const TypeId type = names.find(TypeKind::artifact, name);
    if (!type.valid())
      diagnostics_.tolerate(Code::unknown_type, name.at,
                            "there is no artifact type '" + name.name + "': an orchestrator must know it", "3.6.7.1");
    return type;
  }

  /// Published packages of 1.x leave such properties out.
  void report_missing(const Artifact& artifact, const ParameterDefinition& wanted) {
    const std::string summary = "the artifact must have the property '" + wanted.name + "'";
    Diagnostic& problem = value_types_.names().is_strict(artifact.at.file)
                              ? diagnostics_.error(Code::missing_property, artifact.at, summary)
                              : diagnostics_.tolerate(Code::missing_property, artifact.at, summary, "3.6.7.1");
    problem.note("it is required here", wanted.at);
  }

  void check_property(const Assignment& property, const Fields& fields, const Artifact& artifact) {
    const Fields::Field* field = fields.find(property.name);
    if (field == nullptr) {
      diagnostics_.error(Code::unknown_name, property.at,
                         "the artifact type '" + artifact.type.name + "' has no property '" + property.name + "'" +
                             diagnostics_.guess(property.name, [&] { return fields.names(); }));
      return;
    }
    Value value = property.value;
    type_value(value, field->type, {"the property", property.name}, {value_types_}, diagnostics_);
  }

  RepositoryNames repositories_;
  ValueTypes& value_types_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_artifacts(const std::vector<DefinitionsFile>& files, const Types& types, ValueTypes& value_types,
                     Diagnostics& diagnostics) {
  ArtifactChecker checker(files, value_types, diagnostics);
  for (const Type& type : types) {
    if (!value_types.names().is_xml(type.at.file)) checker.check(type.own);
  }
  for (const DefinitionsFile& file : files) {
    if (file.language != Language::xml_1_0 && file.definitions.service) checker.check(*file.definitions.service);
  }
}

}  // namespace planbuilder::tosca
