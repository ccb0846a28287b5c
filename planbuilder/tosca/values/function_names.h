// The functions that files define for themselves, and which of them can be seen from where.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca {

/// Refers to the files, which must stay where they are.
class FunctionNames {
 public:
  explicit FunctionNames(const std::vector<DefinitionsFile>& files);

  /// By its name without the `$`, which may have the namespace of an import: `math:sqrt`.
  [[nodiscard]] const FunctionDefinition* find(std::string_view name, FileId file) const;
  /// What may be called from the file, as it is written there, sorted.
  [[nodiscard]] std::vector<std::string> all(FileId file) const;
  /// Every function of every file.
  [[nodiscard]] const std::vector<const FunctionDefinition*>& definitions() const { return definitions_; }

 private:
  using Scope = std::unordered_map<std::string, const FunctionDefinition*>;
  std::unordered_map<FileId, Scope> scopes_;
  std::vector<const FunctionDefinition*> definitions_;
};

}  // namespace planbuilder::tosca
