#include "planbuilder/tosca/checks/spare_unneeded.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

#include "planbuilder/tosca/types/needed_types.h"

namespace planbuilder::tosca {

namespace {

/// The types of imported files by their places.
class ImportedTypes {
 public:
  explicit ImportedTypes(const std::vector<DefinitionsFile>& files) {
    for (const DefinitionsFile& file : files) {
      if (&file == &files.front() || file.beside) continue;
      for (const TypeDefinition& type : file.definitions.types) {
        if (type.last.known()) by_place_.emplace(type.at, &type);
      }
    }
  }

  /// The one in whose text this stands, if there is any.
  [[nodiscard]] const TypeDefinition* find(SourceRange at) const {
    at.length = UINT32_MAX;  // its own name stands in it
    const auto after = by_place_.upper_bound(at);
    if (after == by_place_.begin()) return nullptr;
    const TypeDefinition& type = *std::prev(after)->second;
    at.length = 0;
    return type.at.file == at.file && at <= type.last ? &type : nullptr;
  }

 private:
  std::map<SourceRange, const TypeDefinition*> by_place_;
};

class Unneeded {
 public:
  Unneeded(const std::vector<DefinitionsFile>& files, const ResolvedTypes& resolved)
      : resolved_(resolved), imported_(files), needed_(needed_types(files, resolved)) {}

  /// The type that a problem belongs to, where nothing needs it. One that is defined twice may be the one that is needed.
  [[nodiscard]] const TypeDefinition* find(const Diagnostic& problem) const {
    const TypeDefinition* definition = imported_.find(problem.at);
    if (definition == nullptr) return nullptr;
    const TypeId id = resolved_.names.find(definition->kind, {definition->name, definition->at});
    const bool is_this = id.valid() && resolved_.types[id].at == definition->at;
    return is_this && needed_[id] == 0 ? definition : nullptr;
  }

 private:
  const ResolvedTypes& resolved_;
  ImportedTypes imported_;
  IdVector<TypeId, std::uint8_t> needed_;
};

}  // namespace

bool may_be_spared(const std::vector<DefinitionsFile>& files, const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return true;
  const ImportedTypes imported(files);
  const auto all = diagnostics.since(0);
  return std::all_of(all.begin(), all.end(), [&](const Diagnostic& problem) {
    return problem.severity != Severity::error || imported.find(problem.at) != nullptr;
  });
}

void spare_unneeded(const std::vector<DefinitionsFile>& files, const ResolvedTypes& resolved, Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) return;
  const Unneeded unneeded(files, resolved);
  diagnostics.revise([&](Diagnostic& problem) {
    const TypeDefinition* type = problem.severity == Severity::error ? unneeded.find(problem) : nullptr;
    if (type == nullptr) return;
    problem.severity = Severity::warning;
    problem.note("this is no more than a warning: nothing needs this imported " + std::string(to_string(type->kind)), type->at);
  });
}

}  // namespace planbuilder::tosca
