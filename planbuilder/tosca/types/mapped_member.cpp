#include "planbuilder/tosca/types/mapped_member.h"

#include "planbuilder/tosca/model/by_name.h"

namespace planbuilder::tosca {

namespace {

using Members = std::vector<ParameterDefinition>;
using Of = SubstitutionMapping::Of;

template <class Parts>
MappedMember missing(const std::string& what, const std::string& owner, const std::string& name, const Parts& parts) {
  return {nullptr, what + " of '" + owner + "' named", name, names_of(parts)};
}

MappedMember find_in(const Members& members, const std::string& what, const std::string& owner, const std::string& name) {
  const ParameterDefinition* found = find_by_name(members, name);
  return found != nullptr ? MappedMember{found} : missing(what, owner, name, members);
}

}  // namespace

MappedMember find_mapped_member(const SubstitutionMapping::Entry& entry, const Type& node_type, Members TypeMembers::*section,
                                const Types& types, const TypeNames& names) {
  const bool properties = section == &TypeMembers::properties;
  const std::string what = properties ? "property" : "attribute";
  if (entry.of == Of::node) return find_in(node_type.*section, what, node_type.name, entry.name);
  if (entry.of == Of::capability) {
    const CapabilityDefinition* capability = find_by_name(node_type.capabilities, entry.part);
    if (capability == nullptr) return missing("capability", node_type.name, entry.part, node_type.capabilities);
    return find_in(properties ? capability->properties : capability->attributes, what, entry.part, entry.name);
  }
  const RequirementDefinition* requirement = find_by_name(node_type.requirements, entry.part);
  if (requirement == nullptr) return missing("requirement", node_type.name, entry.part, node_type.requirements);
  const Members& refined = properties ? requirement->relationship_properties : requirement->relationship_attributes;
  if (const ParameterDefinition* own = find_by_name(refined, entry.name); own != nullptr && !own->schema.type.empty())
    return {own};
  const TypeId type = names.find(TypeKind::relationship, requirement->relationship);
  if (!type.valid()) return {};
  return find_in(types[type].*section, what, types[type].name, entry.name);
}

}  // namespace planbuilder::tosca
