#include "planbuilder/tosca/values/function_names.h"

#include <algorithm>
#include <set>

#include "planbuilder/tosca/functions/function_table.h"

namespace planbuilder::tosca {

/// As with types: a file sees what it imports and what that imports, and its own names win.
FunctionNames::FunctionNames(const std::vector<DefinitionsFile>& files) {
  for (const DefinitionsFile& file : files) {
    for (const FunctionDefinition& function : file.definitions.functions) definitions_.push_back(&function);
  }
  if (definitions_.empty()) return;
  for (std::size_t start = 0; start < files.size(); ++start) {
    Scope& scope = scopes_[files[start].id];
    std::set<std::pair<std::size_t, std::string>> seen;
    std::vector<std::pair<std::size_t, std::string>> waiting{{start, ""}};
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const auto [from, prefix] = waiting[next];
      if (!seen.insert(waiting[next]).second) continue;
      for (const FunctionDefinition& function : files[from].definitions.functions)
        scope.emplace(prefix + function.name, &function);
      for (const DefinitionsFile::Import& import : files[from].imports) {
        waiting.emplace_back(import.file, import.prefix.empty() ? prefix : prefix + import.prefix + ":");
      }
    }
  }
}

const FunctionDefinition* FunctionNames::find(std::string_view name, FileId file) const {
  const auto scope = scopes_.find(file);
  if (scope == scopes_.end()) return nullptr;
  const auto found = scope->second.find(std::string(name));
  return found == scope->second.end() ? nullptr : found->second;
}

std::vector<std::string> FunctionNames::all(FileId file) const {
  std::vector<std::string> names;
  for (const Function& function : functions_of_2_0()) names.push_back("$" + std::string(function.name));
  if (const auto scope = scopes_.find(file); scope != scopes_.end()) {
    for (const auto& [name, function] : scope->second) names.push_back("$" + name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace planbuilder::tosca
