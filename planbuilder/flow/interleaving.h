// Relationships whose operations belong between those of the nodes that they join.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

/// An implemented operation of a relationship.
struct Interleaving {
  tosca::RelationshipId relationship;
  std::string operation;
};

/// The first of the service that has one of these names, if there is any.
std::optional<Interleaving> find_implemented(const tosca::Topology& topology, std::span<const std::string_view> names);
/// The first that the Simple Profile has between operations of the ends of its relationship.
std::optional<Interleaving> find_interleaving(const tosca::Topology& topology);

/// Why the order of such a service is derived from events.
std::string in_words(const Interleaving& found, const tosca::Topology& topology);

/// Says that it is called inside the one activity of its relationship, where relationships order the plan. `because` says why
/// they do, if nobody asked for it.
void note_not_interleaved(const Interleaving& found, const tosca::Topology& topology, const std::string& because,
                          Diagnostics& diagnostics);

}  // namespace planbuilder::flow
