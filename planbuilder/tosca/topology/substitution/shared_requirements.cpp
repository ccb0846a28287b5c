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

std::vector<SharedRequirements::Shared> SharedRequirements::share_out(
    const std::vector<RequirementAssignment>& assignments) const {
  static const std::vector<RequirementMapping> none;
  std::vector<Shared> shared;
  std::unordered_map<std::string_view, MappingTurns> turns;
  for (const RequirementAssignment& assignment : assignments) {
    const auto mappings = mappings_.find(assignment.name);
    MappingTurns& mine = turns.try_emplace(assignment.name, mappings == mappings_.end() ? none : mappings->second).first->second;
    for (std::uint64_t left = wanted_by(assignment); left > 0;) {
      const auto [mapping, count] = mine.next(left);
      shared.push_back({assignment, mapping});
      if (count < left || left < wanted_by(assignment)) want(shared.back().assignment, count, assignment.at);
      left -= count;
    }
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
    for (const RequirementAssignment& other : node.requirements) there->second += same(other) ? wanted_by(other) : 0;
  }
  const auto most = names_.is_strict(mapping_.at.file) ? ends_.range(target).maximum : std::nullopt;
  if (most && there->second >= *most) return false;
  const std::uint64_t wanted = wanted_by(requirement);
  const std::uint64_t taken = most ? std::min(wanted, *most - there->second) : wanted;
  there->second += taken;
  node.requirements.push_back(requirement);
  node.requirements.back().name = target.path[1];
  if (taken < wanted) want(node.requirements.back(), taken, requirement.at);
  return true;
}

}  // namespace planbuilder::tosca
