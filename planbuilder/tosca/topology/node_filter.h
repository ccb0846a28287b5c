// Does a node satisfy a filter? Conditions on values that only a run knows count as satisfied.
#pragma once

#include <string>

#include "planbuilder/tosca/topology/candidate_relationship.h"

namespace planbuilder::tosca {

/// Why the node does not satisfy the filter, in words that follow its name; empty when it does.
std::string filter_refusal(const NodeFilter& filter, const Topology& topology, NodeId candidate);

/// The same of the filter of a requirement.
std::string filter_refusal(const NodeFilter& filter, const Topology& topology, const CandidateRelationship& relationship);

/// The same without the words, which take longer than to find out.
bool satisfies(const NodeFilter& filter, const Topology& topology, const CandidateRelationship& relationship);

/// The same text for filters that say the same.
std::string to_text(const NodeFilter& filter);

}  // namespace planbuilder::tosca
