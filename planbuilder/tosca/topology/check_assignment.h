// What a requirement assignment of 2.0 names against its definition: the same types, or derived ones.
#pragma once

#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// `whose` names the requirement in messages; the relationship is of that type in the end.
void check_assignment(const RequirementAssignment& assigned, const RequirementDefinition& definition, TypeId relationship,
                      const std::string& whose, const Topology& topology, const TypeNames& names, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
