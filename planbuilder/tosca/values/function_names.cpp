#include "planbuilder/tosca/values/function_names.h"

#include <algorithm>

#include "planbuilder/tosca/functions/function_table.h"

namespace planbuilder::tosca {

namespace {

bool says_what_it_takes(const FunctionSignature& signature) {
  return !signature.arguments.empty() || !signature.optional_arguments.empty() || signature.variadic || signature.result;
}

/// TOSCA 2.0, 10.4: of a signature that is there only the implementation changes; new ones come after all that are there.
FunctionDefinition refine(const FunctionDefinition& outside, const FunctionDefinition& inside, Diagnostics& diagnostics) {
  FunctionDefinition refined = outside;
  for (std::size_t i = 0; i < inside.signatures.size(); ++i) {
    const FunctionSignature& own = inside.signatures[i];
    if (i >= outside.signatures.size()) {
      refined.signatures.push_back(own);
    } else if (says_what_it_takes(own)) {
      diagnostics
          .error(Code::bad_refinement, own.at,
                 "of a signature of '$" + inside.name + "' that is there already, only the implementation can change")
          .note("this is the signature that it refines", outside.signatures[i].at);
    } else if (own.implementation) {
      refined.signatures[i].implementation = own.implementation;
    }
  }
  refined.at = inside.at;
  return refined;
}

}  // namespace

/// As with types: a file sees what it imports and what that imports, and its own names win.
FunctionNames::FunctionNames(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics)
    : names_(std::make_shared<const ImportGraph>(files)) {
  for (std::size_t file = 0; file < files.size(); ++file) {
    files_.emplace(files[file].id, file);
    for (const FunctionDefinition& function : files[file].definitions.functions) {
      names_.declare(file, function.name, static_cast<std::uint32_t>(definitions_.size()));
      definitions_.push_back(&function);
    }
  }
  for (const DefinitionsFile& file : files) {
    if (file.definitions.service) add_service(file.id, *file.definitions.service, diagnostics);
  }
}

void FunctionNames::add_service(FileId file, const ServiceTemplate& service, Diagnostics& diagnostics) {
  std::deque<FunctionDefinition> own;
  for (const FunctionDefinition& function : service.functions) {
    const FunctionDefinition* outside = find(function.name, file);
    own.push_back(outside == nullptr ? function : refine(*outside, function, diagnostics));
  }
  if (own.empty()) return;
  const auto& kept = of_services_.emplace(file, std::move(own)).first->second;
  for (const FunctionDefinition& function : kept) definitions_.push_back(&function);
}

const FunctionDefinition* FunctionNames::find(std::string_view name, FileId file) const {
  if (const auto of_service = of_services_.find(file); of_service != of_services_.end()) {
    for (const FunctionDefinition& function : of_service->second) {
      if (function.name == name) return &function;
    }
  }
  const auto known = definitions_.empty() ? files_.end() : files_.find(file);
  if (known == files_.end()) return nullptr;
  const auto found = names_.find(known->second, name);
  return found ? definitions_[*found] : nullptr;
}

std::vector<std::string> FunctionNames::some_names(FileId file) const {
  std::vector<std::string> names;
  for (const Function& function : functions_of_2_0()) names.push_back("$" + std::string(function.name));
  if (const auto of_service = of_services_.find(file); of_service != of_services_.end()) {
    for (const FunctionDefinition& function : of_service->second) names.push_back("$" + function.name);
  }
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
