#include "planbuilder/tosca/types/check_type_names.h"

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

class Checker {
 public:
  Checker(const ResolvedTypes& types, Diagnostics& diagnostics) : types_(types), diagnostics_(diagnostics) {}

  void check(TypeKind kind, const TypeMembers& type) {
    check_valid_ends(kind, type.valid_ends);
    check_all(TypeKind::node, type.valid_sources);
    check_all(TypeKind::node, type.valid_targets);
    check_all(TypeKind::relationship, type.valid_relationships);
    for (const CapabilityDefinition& capability : type.capabilities) {
      check_one(TypeKind::capability, capability.type);
      check_all(TypeKind::node, capability.valid_source_types);
      check_all(TypeKind::relationship, capability.valid_relationship_types);
    }
    for (const RequirementDefinition& requirement : type.requirements) check_requirement(requirement);
    if (kind != TypeKind::interface) check_interfaces(type.interfaces);
    for (const Artifact& artifact : type.artifacts) check_one(TypeKind::artifact, artifact.type);
  }

 private:
  void check_one(TypeKind kind, const Reference& name) { types_.names.resolve(kind, name, diagnostics_); }

  void check_all(TypeKind kind, const std::vector<Reference>& names) {
    for (const Reference& name : names) check_one(kind, name);
  }

  void check_interfaces(const std::vector<Interface>& interfaces) {
    for (const Interface& item : interfaces) check_one(TypeKind::interface, item.type);
  }

  void check_valid_ends(TypeKind kind, const std::vector<Reference>& ends) {
    switch (kind) {
      case TypeKind::relationship: check_all(TypeKind::capability, ends); break;
      case TypeKind::capability:
      case TypeKind::group: check_all(TypeKind::node, ends); break;
      case TypeKind::policy:
        for (const Reference& target : ends) {
          if (!types_.names.find(TypeKind::group, target).valid()) check_one(TypeKind::node, target);
        }
        break;
      default: break;
    }
  }

  void check_requirement(const RequirementDefinition& requirement) {
    check_one(TypeKind::node, requirement.node);
    check_one(TypeKind::relationship, requirement.relationship);
    check_interfaces(requirement.relationship_interfaces);
    if (requirement.capability.empty() || types_.names.find(TypeKind::capability, requirement.capability).valid()) return;
    // It may also be the name of a capability that the node has.
    const TypeId node = types_.names.find(TypeKind::node, requirement.node);
    if (has_capability(node, requirement.capability.name)) return;
    if (!node.valid() && !requirement.node.empty()) return;  // reported
    check_one(TypeKind::capability, requirement.capability);
  }

  bool has_capability(TypeId node, const std::string& name) const {
    for (; node.valid(); node = types_.types[node].parent) {
      if (find_by_name(types_.types[node].own.capabilities, name) != nullptr) return true;
    }
    return false;
  }

  const ResolvedTypes& types_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_type_names(const ResolvedTypes& types, Diagnostics& diagnostics) {
  Checker checker(types, diagnostics);
  for (const Type& type : types.types) {
    if (!types.names.is_xml(type.at.file)) checker.check(type.kind, type.own);  // those were linked when they were read
  }
}

}  // namespace planbuilder::tosca
