// Everything that the files of a service define, by name.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca::xml {

/// Names are those that definitions give themselves (`{namespace}local`). The first definition of a name counts.
class Catalog {
 public:
  explicit Catalog(std::vector<DefinitionsFile>& files);

  [[nodiscard]] TypeDefinition* type(TypeKind kind, const std::string& name) const;
  [[nodiscard]] const TypeImplementation* implementation(const std::string& name) const { return find(implementations_, name); }
  [[nodiscard]] const ArtifactTemplate* artifact_template(const std::string& name) const { return find(artifacts_, name); }
  [[nodiscard]] const RequirementType* requirement_type(const std::string& name) const { return find(requirements_, name); }
  [[nodiscard]] const PolicyTemplate* policy_template(const std::string& name) const { return find(policies_, name); }

  /// Something of this name is defined, whatever it is.
  [[nodiscard]] bool knows(const std::string& name) const;

  /// The type and its ancestors, nearest first. A circle ends where it closes.
  [[nodiscard]] std::vector<TypeDefinition*> with_ancestors(TypeDefinition& type) const;

 private:
  template <class T>
  using ByName = std::unordered_map<std::string, const T*>;

  template <class T>
  static const T* find(const ByName<T>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? nullptr : found->second;
  }

  static constexpr std::size_t kinds = static_cast<std::size_t>(TypeKind::policy) + 1;
  std::unordered_map<std::string, TypeDefinition*> types_[kinds];
  ByName<TypeImplementation> implementations_;
  ByName<ArtifactTemplate> artifacts_;
  ByName<RequirementType> requirements_;
  ByName<PolicyTemplate> policies_;
};

}  // namespace planbuilder::tosca::xml
