// Functions of a model: evaluated where their arguments are known, otherwise reduced to what a run must look up.
#pragma once

#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// Where a value stands: SELF is `self`; at service level there is none.
struct EvaluationContext {
  const Topology& topology;
  std::optional<EntityId> self;
  Diagnostics* diagnostics = nullptr;  // where to report what leads nowhere; later uses are silent
  bool being_recorded = false;         // SELF has no instance yet: its properties are put in, not looked up
  const std::vector<ParameterDefinition>* workflow_inputs = nullptr;  // they come before those of the service
  Representation which = Representation::unknown();                   // SELF, where there are several
};

/// Keywords (SELF, SOURCE, TARGET, HOST) and paths are resolved. The calls that may be left are those that a run knows
/// (planbuilder/plan/run_functions.h); functions of 2.0 that only a run could answer are left as they are. An entity that is read
/// is the kind and the id, or the kind and the list of id and index when it is there several times.
Value evaluate(const EvaluationContext& context, const Value& value);

}  // namespace planbuilder::tosca
