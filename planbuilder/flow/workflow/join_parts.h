// Edges from all of some activities to all of others.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// What came of a step of a workflow, or of a workflow as a whole.
struct Parts {
  std::vector<ActivityId> first;  // that begin
  std::vector<ActivityId> last;   // whose success is that of the whole
  std::vector<ActivityId> open;   // whose failure is that of the whole: nothing inside waits for it

  void add(const Parts& beside);
};

/// What the edges are for.
struct Join {
  Origin origin;
  std::string name;                   // of an activity in between, where there would be too many edges
  Rare<std::string> failure_of = {};  // see Edge
};

void join_parts(Flow& flow, const std::vector<ActivityId>& from, const std::vector<ActivityId>& to, const Join& join);

/// An activity of the service that keeps others in order, and does nothing.
ActivityId add_junction(Flow& flow, const std::string& name, std::string reason, SourceRange at);

}  // namespace planbuilder::flow
