// Where a value stands that is evaluated.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// SELF is `self`; at service level there is none.
struct EvaluationContext {
  const Topology& topology;
  std::optional<EntityId> self;
  Diagnostics* diagnostics = nullptr;  // where to report what leads nowhere; later uses are silent
  bool being_recorded = false;         // SELF has no instance yet: its properties are put in, not looked up
  const std::vector<ParameterDefinition>* workflow_inputs = nullptr;  // they come before those of the service
  Representation which = Representation::unknown();                   // SELF, where there are several
};

}  // namespace planbuilder::tosca
