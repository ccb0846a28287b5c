// How many representations a node has, and how many relationships its requirements may have.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// How often a requirement may be fulfilled: 1.x wants it once unless the definition says otherwise, 2.0 leaves it open.
Occurrences occurrences_of(const RequirementDefinition& definition, bool is_2_0);

/// A literal count becomes an integer, or null when it is one; reports what is none. Calls stay as they are.
void read_count(Rare<Value>& written, const std::string& whose, Diagnostics& diagnostics);

/// How many relationships an assignment stands for, once its count is read; one where only a run knows.
std::uint64_t wanted_by(const RequirementAssignment& assignment);
/// From now on it stands for so many; `at` is where that is said.
void want(RequirementAssignment& assignment, std::uint64_t count, SourceRange at);

/// 1.3: what an assignment says of its occurrences lies in what the definition says of them.
void check_occurrences(const RequirementAssignment& assigned, const RequirementDefinition& definition, const std::string& whose,
                       Diagnostics& diagnostics);

/// TOSCA 2.0: reports requirements of a node that are assigned more or less often than their definitions allow.
void check_counts(const Node& node, const Type& type, const std::vector<RequirementAssignment>& assigned,
                  Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
