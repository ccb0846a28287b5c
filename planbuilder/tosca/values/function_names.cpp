#include "planbuilder/tosca/values/function_names.h"

#include <algorithm>

#include "planbuilder/tosca/functions/function_table.h"

namespace planbuilder::tosca {

/// As with types: a file sees what it imports and what that imports, and its own names win.
FunctionNames::FunctionNames(const std::vector<DefinitionsFile>& files) : names_(std::make_shared<const ImportGraph>(files)) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    files_.emplace(files[file].id, file);
    for (const FunctionDefinition& function : files[file].definitions.functions) {
      names_.declare(file, function.name, static_cast<std::uint32_t>(definitions_.size()));
      definitions_.push_back(&function);
    }
  }
}

const FunctionDefinition* FunctionNames::find(std::string_view name, FileId file) const {
  const auto known = definitions_.empty() ? files_.end() : files_.find(file);
  if (known == files_.end()) return nullptr;
  const auto found = names_.find(known->second, name);
  return found ? definitions_[*found] : nullptr;
}

std::vector<std::string> FunctionNames::some_names(FileId file) const {
  std::vector<std::string> names;
  for (const Function& function : functions_of_2_0()) names.push_back("$" + std::string(function.name));
  if (const auto known = files_.find(file); known != files_.end()) {
    for (const std::string& name : names_.some_names(known->second)) names.push_back("$" + name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool FunctionNames::admits_unknown(const std::string& called, SourceRange at, std::span<const std::string_view> others,
                                   Diagnostics& diagnostics) const {
  std::vector<std::string> known;
  const std::string guess = diagnostics.guess(called, [&] {
    known = some_names(at.file);
    known.insert(known.end(), others.begin(), others.end());
    return std::vector<std::string_view>(known.begin(), known.end());
  });
  if (!called.starts_with('$') || !guess.empty()) {
    diagnostics.error(Code::bad_function, at, "there is no function '" + called + "'" + guess);
    return false;
  }
  diagnostics.warning(Code::bad_function, at, "no file defines the function '" + called + "': an orchestrator must know it");
  return true;
}

}  // namespace planbuilder::tosca
