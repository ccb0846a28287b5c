// Calls that are left for a run to answer: how they name the entity that they read.
#pragma once

#include <optional>
#include <vector>

#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// An entity, and which of its representations.
struct RepresentedEntity {
  EntityId entity;
  Representation which = {};
};

/// The first arguments of such a call: the entity's kind and id, or its kind and the list of id and index when it is there
/// several times.
std::vector<Value> address_of(const Topology& topology, const RepresentedEntity& read, SourceRange at);
/// Nothing when nobody knows.
std::optional<Value> index_value(Representation which, SourceRange at);

}  // namespace planbuilder::tosca
