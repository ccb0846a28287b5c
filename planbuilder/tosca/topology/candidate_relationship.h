// TOSCA 2.0: the filter of a requirement is seen from the relationship to a candidate, which is not there yet.
#pragma once

#include <string>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

struct CandidateRelationship {
  std::string source;  // the node that has the requirement
  NodeId candidate;
  std::string capability;  // of the candidate, which the relationship would end at; empty where none is known
};

/// The condition as seen from the candidate: `[SELF, TARGET, port]` becomes `[SELF, port]`, and so on. Paths that start at the
/// candidate itself, as many are written, stay.
Value seen_from_candidate(const Value& condition, const CandidateRelationship& relationship, const Topology& topology);

/// The same relationship type and candidate may fit one source, and not another.
bool depends_on_source(const Value& condition);

}  // namespace planbuilder::tosca
