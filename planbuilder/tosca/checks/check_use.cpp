#include "planbuilder/tosca/checks/check_use.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

/// Which files name types of which other files.
class Uses {
 public:
  Uses(const Types& types, const TypeNames& names) : types_(types), names_(names) {}

  void add(const Type& type) {
    const TypeMembers& own = type.own;
    if (type.parent.valid()) add(type.at.file, type.parent);
    add(type.value);
    if (type.scalar) add(TypeKind::data, type.scalar->data_type);
    add(own.properties);
    add(own.attributes);
    for (const CapabilityDefinition& capability : own.capabilities) {
      add(TypeKind::capability, capability.type);
      add(capability.properties);
      add(capability.attributes);
      for (const Reference& source : capability.valid_source_types) add(TypeKind::node, source);
      for (const Reference& relationship : capability.valid_relationship_types) add(TypeKind::relationship, relationship);
    }
    for (const RequirementDefinition& requirement : own.requirements) add_requirement(requirement);
    add(own.interfaces);
    add(own.artifacts);
    for (const Reference& end : own.valid_ends) {
      for (const TypeKind kind : {TypeKind::capability, TypeKind::node, TypeKind::group}) add(kind, end);
    }
    for (const auto* ends : {&own.valid_sources, &own.valid_targets}) {
      for (const Reference& end : *ends) add(TypeKind::node, end);
    }
    for (const Reference& relationship : own.valid_relationships) add(TypeKind::relationship, relationship);
  }

  void add(const ServiceTemplate& service) {
    add(service.inputs);
    add(service.outputs);
    for (const NodeTemplate& node : service.nodes) {
      add(TypeKind::node, node.type);
      add(node.interfaces);
      add(node.artifacts);
      for (const RequirementAssignment& requirement : node.requirements) {
        add_requirement(requirement);
        add(requirement.interfaces);
      }
    }
    for (const RelationshipTemplate& relationship : service.relationships) {
      add(TypeKind::relationship, relationship.type);
      add(relationship.interfaces);
    }
    for (const GroupTemplate& group : service.groups) add(TypeKind::group, group.type);
    for (const PolicyTemplate& policy : service.policies) add(TypeKind::policy, policy.type);
    for (const Workflow& workflow : service.workflows) add(workflow.inputs);
    if (service.substitution) add(TypeKind::node, service.substitution->node_type);
  }

  [[nodiscard]] const std::set<std::pair<FileId, FileId>>& all() const { return all_; }

 private:
  void add(FileId from, TypeId type) { all_.emplace(from, types_[type].at.file); }

  void add(TypeKind kind, const Reference& reference) {
    if (reference.empty()) return;
    const TypeId type = names_.find(kind, reference);
    if (type.valid()) add(reference.at.file, type);
  }

  template <class Requirement>
  void add_requirement(const Requirement& requirement) {
    add(TypeKind::node, requirement.node);
    add(TypeKind::capability, requirement.capability);
    add(TypeKind::relationship, requirement.relationship);
  }

  void add(const Schema& schema) {
    add(TypeKind::data, schema.type);
    if (!schema.details) return;
    add(schema.details->entry);
    add(schema.details->key);
  }

  void add(const std::vector<ParameterDefinition>& parameters) {
    for (const ParameterDefinition& parameter : parameters) add(parameter.schema);
  }

  void add(const std::vector<Artifact>& artifacts) {
    for (const Artifact& artifact : artifacts) add(TypeKind::artifact, artifact.type);
  }

  void add(const std::vector<Interface>& interfaces) {
    for (const Interface& item : interfaces) {
      add(TypeKind::interface, item.type);
      add(item.inputs);
      for (const Operation& operation : item.operations) {
        add(operation.inputs);
        if (operation.implementation) add(TypeKind::artifact, operation.implementation->type);
        add(operation.dependencies);
      }
    }
  }

  const Types& types_;
  const TypeNames& names_;
  std::set<std::pair<FileId, FileId>> all_;
};

class ImportChecker {
 public:
  ImportChecker(const std::vector<DefinitionsFile>& files, const ServiceTemplate& planned, const Uses& uses)
      : files_(files), planned_(planned) {
    for (const auto& [from, to] : uses.all()) users_[to].insert(from);
  }

  /// Nothing of the file, or of what it brings along, is named by the importer or by files that are not brought along.
  [[nodiscard]] bool is_unused(FileId importer, std::size_t imported) {
    if (uses(importer, files_[imported].id)) return false;
    std::set<std::size_t> brought{imported};
    std::vector<std::size_t> waiting{imported};
    std::set<FileId> ids;
    while (!waiting.empty()) {
      if (patience_ == 0) return false;
      --patience_;
      const DefinitionsFile& file = files_[waiting.back()];
      waiting.pop_back();
      if (file.definitions.service && file.definitions.service->substitution) return false;
      if (!file.definitions.functions.empty()) return false;  // who calls them is not looked for
      if (planned_.at.file == file.id) return false;
      ids.insert(file.id);
      for (const DefinitionsFile::Import& import : file.imports) {
        if (import.at.known() && brought.insert(import.file).second) waiting.push_back(import.file);
      }
    }
    return std::none_of(ids.begin(), ids.end(), [&](FileId id) {
      const auto users = users_.find(id);
      return users != users_.end() && std::any_of(users->second.begin(), users->second.end(),
                                                  [&](FileId user) { return user == importer || !ids.contains(user); });
    });
  }

 private:
  [[nodiscard]] bool uses(FileId user, FileId file) const {
    const auto users = users_.find(file);
    return users != users_.end() && users->second.contains(user);
  }

  const std::vector<DefinitionsFile>& files_;
  const ServiceTemplate& planned_;
  // Files that only pass on what they import make this a matter of all pairs; then the last ones go without a warning.
  std::size_t patience_ = 1'000'000;                    // files to look at
  std::unordered_map<FileId, std::set<FileId>> users_;  // by the file whose types they name
};

bool is_written(const DefinitionsFile::Import& import) { return import.at.known(); }

void check_imports(const std::vector<DefinitionsFile>& files, const ServiceTemplate& planned, const Types& types,
                   const TypeNames& names, Diagnostics& diagnostics) {
  const bool any = std::any_of(files.begin(), files.end(), [](const DefinitionsFile& file) {
    return std::any_of(file.imports.begin(), file.imports.end(), is_written);
  });
  if (!any) return;
  Uses uses(types, names);
  for (const Type& type : types) uses.add(type);
  uses.add(planned);
  for (const DefinitionsFile& file : files) {
    if (file.definitions.service) uses.add(*file.definitions.service);
  }
  ImportChecker checker(files, planned, uses);
  for (const DefinitionsFile& file : files) {
    if (file.shipped || file.elsewhere) continue;  // whoever plans the service did not write it
    const bool has_service = file.definitions.service || (!planned.nodes.empty() && planned.at.file == file.id);
    if (!has_service) continue;  // such a file may import for those that import it
    for (const DefinitionsFile::Import& import : file.imports) {
      if (is_written(import) && checker.is_unused(file.id, import.file))
        diagnostics.warning(Code::unused_import, import.at, "nothing of this import is used");
    }
  }
}

/// A mapping gives the input a meaning outside; without one, properties of the same names do.
bool is_mapped(const Reference& input, const SubstitutionMapping& mapping, const Types& types, const TypeNames& names) {
  const auto maps = [&](const SubstitutionMapping::Entry& entry) {
    return entry.path.size() == 1 && entry.path[0] == input.name;
  };
  if (std::any_of(mapping.properties.begin(), mapping.properties.end(), maps)) return true;
  const TypeId type = names.find(TypeKind::node, mapping.node_type);
  return type.valid() && find_by_name(types[type].properties, input.name) != nullptr;
}

void check_inputs(const DefinitionsFile& file, const ServiceTemplate& service, const Types& types, const TypeNames& names,
                  Diagnostics& diagnostics) {
  for (const Reference& input : file.unread_inputs) {
    if (service.substitution && is_mapped(input, *service.substitution, types, names)) continue;
    diagnostics.warning(Code::unused_input, input.at, "nothing reads the input '" + input.name + "'");
  }
}

}  // namespace

void check_use(const std::vector<DefinitionsFile>& files, const ServiceTemplate& planned, const Types& types,
               const TypeNames& names, Diagnostics& diagnostics) {
  check_imports(files, planned, types, names, diagnostics);
  for (const DefinitionsFile& file : files) {
    if (file.id == planned.at.file) {
      check_inputs(file, planned, types, names, diagnostics);
    } else if (file.definitions.service && file.definitions.service->substitution) {
      check_inputs(file, *file.definitions.service, types, names, diagnostics);
    }
  }
}

}  // namespace planbuilder::tosca
