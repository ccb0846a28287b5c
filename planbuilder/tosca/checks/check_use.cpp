#include "planbuilder/tosca/checks/check_use.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/types/type_references.h"

namespace planbuilder::tosca {

namespace {

/// Which files name types of which other files.
class Uses {
 public:
  Uses(const Types& types, const TypeNames& names) : types_(types), names_(names) {}

  void add(const Type& type) {
    if (type.parent.valid()) all_.emplace(type.at.file, types_[type.parent].at.file);
    references_.parts_of(type);
    references_.neighbours_of(type);
  }
  void add(const ServiceTemplate& service) { references_.of(service); }

  [[nodiscard]] const std::set<std::pair<FileId, FileId>>& all() const { return all_; }

 private:
  struct Note {
    Uses& uses;
    void operator()(TypeKind kind, const Reference& reference) const {
      if (reference.empty()) return;
      const TypeId type = uses.names_.find(kind, reference);
      if (type.valid()) uses.all_.emplace(reference.at.file, uses.types_[type].at.file);
    }
  };

  const Types& types_;
  const TypeNames& names_;
  std::set<std::pair<FileId, FileId>> all_;
  Note note_{*this};
  TypeReferences<Note> references_{note_};
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
