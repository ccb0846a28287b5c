// Where an output of an operation is stored when a path of TOSCA 2.0 leads there: `[SELF, RELATIONSHIP, host, TARGET, address]`.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/tosca/values/resolve_path.h"

namespace planbuilder::tosca {

/// It goes on from the entity that it names, over a relationship or to a capability.
bool leads_on(const OutputAssignment& output);

struct OutputTarget {
  std::optional<PathEnd> end;
  std::string problem{};  // why there is none
  bool open = false;      // a run may know one
};

/// The one entity whose attribute is written. `which` is the representation of `self`.
OutputTarget find_output_target(const Topology& topology, EntityId self, const OutputAssignment& output, Representation which);

}  // namespace planbuilder::tosca
