// The condition of a trigger as one expression about one entity: clauses of 1.x, functions of 2.0.
#pragma once

#include <optional>

#include "planbuilder/plan/expression.h"
#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::react {

/// Null where the trigger has none; nothing, and a warning, where it cannot be expressed. Clauses are about the entity that the
/// trigger watches, else about the one that the event is about.
std::optional<plan::Expression> condition_of(const tosca::Topology& topology, const tosca::Trigger& trigger,
                                             std::optional<tosca::EntityId> subject, Diagnostics& diagnostics);

/// Replaces the one attribute that the condition reads by an input of this name, and gives the read; nothing where there is not
/// exactly one.
std::optional<plan::Expression> take_sample(plan::Expression& condition, std::string_view input);

}  // namespace planbuilder::react
