#include "planbuilder/tosca/topology/check_mapped_requirements.h"

#include <algorithm>

#include "planbuilder/support/text.h"
#include "planbuilder/tosca/model/by_name.h"
#include "planbuilder/tosca/topology/mapped_requirements.h"

namespace planbuilder::tosca {

namespace {

using Entry = SubstitutionMapping::Entry;

class MappingChecker {
 public:
  MappingChecker(const ServiceTemplate& service, const Topology& topology, const TypeNames& names, Diagnostics& diagnostics)
      : mapping_(*service.substitution),
        topology_(topology),
        names_(names),
        diagnostics_(diagnostics),
        ends_(service, topology.types, names) {}

  void check(const Type& node_type) {
    for (const Entry& entry : mapping_.requirements) check_open(entry);
    const RequirementMappings mapped = mappings_by_requirement(mapping_.requirements);
    for (const RequirementDefinition& requirement : node_type.requirements) {
      if (const auto found = mapped.find(requirement.name); found != mapped.end()) check_bounds(found->second, requirement);
    }
  }

 private:
  /// A requirement that is assigned as often as it may be has nothing left to be fulfilled from outside.
  void check_open(const Entry& entry) {
    const NodeTemplate* node = ends_.node(entry);
    const auto most = ends_.range(entry).maximum;
    if (node == nullptr || !most) return;
    const auto assigned = std::count_if(node->requirements.begin(), node->requirements.end(), [&](const auto& requirement) {
      return requirement.name == entry.path[1] && topology_.find_node(requirement.node.name).valid();
    });
    if (assigned == 0 || static_cast<std::uint64_t>(assigned) < *most) return;
    diagnostics_
        .error(Code::bad_substitution, entry.at,
               "'" + entry.name + "' cannot be mapped to the requirement '" + entry.path[1] + "' of '" + node->name +
                   "', which is assigned as often as it may be")
        .note("it is assigned here", find_by_name(node->requirements, entry.path[1])->at);
  }

  /// As many assignments are mapped as the node may have, and nothing after all that are left.
  void check_bounds(const std::vector<RequirementMapping>& mappings, const RequirementDefinition& requirement) {
    std::uint64_t mapped = 0;
    std::uint64_t needed = 0;
    bool all_mapped = false;
    for (const RequirementMapping& mapping : mappings) {
      if (all_mapped)
        diagnostics_.error(Code::bad_substitution, mapping.at(),
                           "the requirement '" + requirement.name + "' is mapped UNBOUNDED before: nothing is left to map");
      all_mapped = all_mapped || mapping.takes_rest();
      if (all_mapped) continue;
      mapped += mapping.count();
      if (ends_.is_mandatory(mapping)) needed += mapping.count();
    }
    const Occurrences range = occurrences_of(requirement, names_.is_strict(requirement.at.file));
    const std::string whose = "the requirement '" + requirement.name + "' is mapped ";
    const SourceRange at = mappings.back().at();
    if (range.maximum && mapped > *range.maximum) {
      diagnostics_
          .error(Code::bad_substitution, at,
                 whose + std::to_string(mapped) + " times, but may be there " + std::to_string(*range.maximum) + " times at most")
          .note("it is defined here", requirement.at);
    } else if (needed > range.minimum) {  // published services do
      diagnostics_
          .tolerate(Code::bad_substitution, at,
                    "this service needs " + count_of(needed, "assignment") + " of the requirement '" + requirement.name +
                        "', but a node may have as few as " + std::to_string(range.minimum),
                    "15.5.4")
          .note("it is defined here", requirement.at);
    }
  }

  const SubstitutionMapping& mapping_;
  const Topology& topology_;
  const TypeNames& names_;
  Diagnostics& diagnostics_;
  MappedEnds ends_;
};

}  // namespace

void check_mapped_requirements(const ServiceTemplate& service, const Topology& topology, const TypeNames& names,
                               Diagnostics& diagnostics) {
  if (!service.substitution || !names.is_strict(service.substitution->at.file)) return;
  const TypeId type = names.find(TypeKind::node, service.substitution->node_type);
  if (type.valid()) MappingChecker(service, topology, names, diagnostics).check(topology.types[type]);
}

}  // namespace planbuilder::tosca
