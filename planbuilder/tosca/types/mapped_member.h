// The property or attribute of a node that a substitution mapping is about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

struct MappedMember {
  const ParameterDefinition* definition = nullptr;  // none where it is missing, or nothing is known of its owner
  std::string missing = {};                         // what is not there: "capability of 'Database' named"
  std::string name = {};                            // of what is missing
  std::vector<std::string_view> known = {};         // names that could be meant instead
};

/// `section` is properties or attributes; `node_type` has all that its ancestors have.
MappedMember find_mapped_member(const SubstitutionMapping::Entry& entry, const Type& node_type,
                                std::vector<ParameterDefinition> TypeMembers::*section, const Types& types,
                                const TypeNames& names);

}  // namespace planbuilder::tosca
