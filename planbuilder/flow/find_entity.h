// From what expressions of a plan refer to, back to the topology.
#pragma once

#include <optional>

#include "planbuilder/plan/expression.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

/// Nothing when the topology does not have it.
std::optional<tosca::EntityId> find_entity(const tosca::Topology& topology, const plan::Entity& entity);

/// What a plan calls an entity.
plan::Entity to_plan_entity(const tosca::Topology& topology, tosca::EntityId entity);

}  // namespace planbuilder::flow
