#include "planbuilder/tosca/xml/catalog.h"

#include <algorithm>
#include <unordered_set>

namespace planbuilder::tosca::xml {

Catalog::Catalog(std::vector<DefinitionsFile>& files) {
  for (DefinitionsFile& file : files) {
    Definitions& all = file.definitions;
    for (TypeDefinition& type : all.types) types_[static_cast<std::size_t>(type.kind)].emplace(type.name, &type);
    for (const TypeImplementation& item : all.implementations) implementations_.emplace(item.name, &item);
    for (const ArtifactTemplate& item : all.artifact_templates) artifacts_.emplace(item.name, &item);
    for (const RequirementType& item : all.requirement_types) requirements_.emplace(item.name, &item);
    for (const PolicyTemplate& item : all.policy_templates) policies_.emplace(item.name, &item);
  }
}

TypeDefinition* Catalog::type(TypeKind kind, const std::string& name) const {
  const auto& all = types_[static_cast<std::size_t>(kind)];
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

bool Catalog::knows(const std::string& name) const {
  return std::any_of(std::begin(types_), std::end(types_), [&](const auto& all) { return all.contains(name); }) ||
         implementations_.contains(name) || artifacts_.contains(name) || requirements_.contains(name) || policies_.contains(name);
}

std::vector<TypeDefinition*> Catalog::with_ancestors(TypeDefinition& type) const {
  std::vector<TypeDefinition*> chain;
  std::unordered_set<const TypeDefinition*> seen;
  for (TypeDefinition* next = &type; next != nullptr && seen.insert(next).second;
       next = this->type(next->kind, next->parent.name)) {
    chain.push_back(next);
  }
  return chain;
}

}  // namespace planbuilder::tosca::xml
