// Whose operations the steps of a declared plugin call.
#pragma once

#include <string>
#include <vector>

#include "plugins/call_builder.h"
#include "plugins/declared/declaration.h"
#include "plugins/surroundings.h"

namespace planbuilder::plugins {

/// The first of these interfaces that is there, or none.
const tosca::Interface* find_interface(const std::vector<tosca::Interface>& interfaces, const std::vector<std::string>& names);

/// An implemented operation, and whose it is.
struct Callee {
  tosca::EntityId owner;
  std::string interface;
  std::string operation;
};

/// What an `invoke` step calls: nothing when nobody implements the operation. `interfaces` are those that the plugin knows.
std::optional<Callee> find_callee(const DeclaredStep& step, const std::vector<std::string>& interfaces, tosca::EntityId entity,
                                  Surroundings& around);

/// What a `connect` step calls at its end of a relationship: connectTo, of an interface that is meant for this side and for
/// the type at the other end. An interface that names both comes before one that names the side, then all others.
std::optional<Callee> find_connector(const DeclaredStep& step, tosca::RelationshipId relationship, Surroundings& around);

}  // namespace planbuilder::plugins
