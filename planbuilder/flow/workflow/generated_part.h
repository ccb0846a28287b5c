// What we plan ourselves for parts of the service, inside of a plan that does a workflow.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "planbuilder/flow/flow.h"
#include "planbuilder/flow/workflow/join_parts.h"

namespace planbuilder::flow {

/// By someone else: the model does not say how.
bool is_provided(const tosca::Topology& topology, tosca::NodeId node);

/// Refers to the flow.
class GeneratedParts {
 public:
  explicit GeneratedParts(Flow& flow) : flow_(flow) {}

  /// Adds exactly what we would plan for these nodes, ordered by relationships and data. Where the plan does not make the whole
  /// service, what lies around them is selected. A relationship goes with the first of its ends.
  Parts add(const PlanKind& kind, const std::vector<tosca::NodeId>& nodes);

 private:
  Flow& flow_;
  std::set<std::pair<std::string, tosca::RelationshipId>> known_;
};

}  // namespace planbuilder::flow
