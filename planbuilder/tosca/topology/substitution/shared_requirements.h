// Which mapping of a substituting service each requirement of the node in its place goes to.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "planbuilder/tosca/topology/mapped_requirements.h"

namespace planbuilder::tosca {

class SharedRequirements {
 public:
  /// `node_type` is that of the replaced node.
  SharedRequirements(const ServiceTemplate& substitute, const Type& node_type, const Types& types, const TypeNames& names);

  struct Shared {
    RequirementAssignment assignment;
    const RequirementMapping* mapping;  // none where none is left for it
  };
  /// The assignments of the replaced node, in their order; one with a count may be for several mappings.
  std::vector<Shared> share_out(const std::vector<RequirementAssignment>& assignments) const;

  /// Gives the assignment to the node that the mapping names. False where nothing is left to be fulfilled there.
  bool hand_over(const RequirementAssignment& requirement, const SubstitutionMapping::Entry& target, NodeTemplate& node);

 private:
  const TypeNames& names_;
  const SubstitutionMapping& mapping_;
  MappedEnds ends_;
  RequirementMappings mappings_;
  std::map<std::pair<std::string, std::string>, std::uint64_t> there_;  // relationships of each node and requirement inside
};

}  // namespace planbuilder::tosca
