#include "planbuilder/tosca/topology/substitution/shared_requirements.h"

#include <algorithm>

#include "planbuilder/tosca/topology/requirement_counts.h"

namespace planbuilder::tosca {

/// Where there are more mappings than the node must have assignments, those to mandatory requirements come first (15.5.4).
SharedRequirements::SharedRequirements(const ServiceTemplate& substitute, const Type& node_type, const Types& types,
                                       const TypeNames& names)
    : names_(names),
      mapping_(*substitute.substitution),
      ends_(substitute, types, names),
      mappings_(mappings_by_requirement(mapping_.requirements)) {
  for (const RequirementDefinition& requirement : node_type.requirements) {
    const auto found = mappings_.find(requirement.name);
    if (found == mappings_.end()) continue;
    const std::uint64_t least = occurrences_of(requirement, names_.is_strict(requirement.at.file)).minimum;
    if (found->second.size() > least)
      std::stable_partition(found->second.begin(), found->second.end(), [&](const RequirementMapping& mapping) {
        return !mapping.takes_rest() && ends_.is_mandatory(mapping);
      });
  }
}

std::vector<SharedRequirements::Shared> SharedRequirements::share_out(std::vector<RequirementAssignment>& assignments) const {
  std::vector<Shared> shared;
  std::unordered_map<std::string_view, std::vector<std::size_t>> places;
  for (RequirementAssignment& assignment : assignments) {
    places[assignment.name].push_back(shared.size());
    shared.push_back({&assignment, nullptr});
  }
  for (const auto& [name, mappings] : mappings_) {
    const std::vector<std::size_t>& of_name = places[name];
    const std::vector<const RequirementMapping*> chosen = share(of_name.size(), mappings);
    for (std::size_t i = 0; i < of_name.size(); ++i) shared[of_name[i]].mapping = chosen[i];
  }
  return shared;
}

bool SharedRequirements::hand_over(const RequirementAssignment& requirement, const SubstitutionMapping::Entry& target,
                                   NodeTemplate& node) {
  const auto same = [&](const RequirementAssignment& other) { return other.name == target.path[1]; };
  const auto [there, fresh] = there_.try_emplace({target.path[0], target.path[1]}, 0);
  if (fresh) {
    // What it wanted in general is fulfilled by this.
    std::erase_if(node.requirements, [&](const auto& other) { return !other.pinned && same(other); });
    there->second = static_cast<std::uint64_t>(std::count_if(node.requirements.begin(), node.requirements.end(), same));
  }
  const auto most = names_.is_strict(mapping_.at.file) ? ends_.range(target).maximum : std::nullopt;
  if (most && there->second >= *most) return false;
  ++there->second;
  node.requirements.push_back(requirement);
  node.requirements.back().name = target.path[1];
  return true;
}

}  // namespace planbuilder::tosca
