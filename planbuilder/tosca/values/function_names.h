// The functions that files define for themselves, and which of them can be seen from where.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/definitions_file.h"
#include "planbuilder/tosca/model/visible_names.h"

namespace planbuilder::tosca {

/// Refers to the files, which must stay where they are.
class FunctionNames {
 public:
  /// Reports what refines a function in a way that it must not.
  FunctionNames(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics);

  /// By its name without the `$`, which may have the namespace of an import: `math:sqrt`.
  [[nodiscard]] const FunctionDefinition* find(std::string_view name, FileId file) const;
  /// What may be called from the file, as it is written there, sorted; of very many, those that are near.
  [[nodiscard]] std::vector<std::string> some_names(FileId file) const;
  /// An orchestrator may know functions that no file defines, with a warning; but what is nearly the name of one that is known,
  /// here or among the others, is a slip. False for that, which is an error.
  bool admits_unknown(const std::string& called, SourceRange at, std::span<const std::string_view> others,
                      Diagnostics& diagnostics) const;
  /// Every function of every file.
  [[nodiscard]] const std::vector<const FunctionDefinition*>& definitions() const { return definitions_; }

 private:
  void add_service(FileId file, const ServiceTemplate& service, Diagnostics& diagnostics);

  std::vector<const FunctionDefinition*> definitions_;
  std::unordered_map<FileId, std::size_t> files_;
  VisibleNames names_;  // their numbers among the definitions
  /// Those of the service template of a file, with what they refine.
  std::unordered_map<FileId, std::deque<FunctionDefinition>> of_services_;
};

}  // namespace planbuilder::tosca
