// The paths of TOSCA 2.0: from SELF or a named node over relationships and capabilities to where a name is looked up.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "planbuilder/tosca/model/representations.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// An entity, or one of the capabilities of a node.
struct PathEnd {
  EntityId entity;
  std::string capability = {};  // empty: the entity itself
  Representation which = {};
};

struct ResolvedPath {
  std::vector<PathEnd> ends;
  bool many = false;      // ALL was there: what is read is a list
  bool open = false;      // it is right, but only a run knows where it leads
  std::size_t next = 0;   // the first argument behind the path, or the one that leads nowhere
  std::string problem{};  // why it does; empty when it is right
  /// The names that could be meant instead; none where that makes no sense.
  std::function<std::vector<std::string_view>()> known = {};
};

/// A word of a path that leads to another entity or to a capability.
bool leads_on(std::string_view word);

/// `arguments` are those of a function that starts with a path; literals where they are known. `which` says which
/// representation SELF is. Where a path does not say which one it goes to, that is the first.
ResolvedPath resolve_path(const Topology& topology, std::optional<EntityId> self, std::span<const Value> arguments,
                          Representation which = Representation::unknown());

/// "the capability 'host' of 'server'", "'server'".
std::string describe(const Topology& topology, const PathEnd& end);

/// The property that the end has by its type; where an attribute is asked for, that, or the property that it reflects.
const ParameterDefinition* find_member(const Topology& topology, const PathEnd& end, std::string_view name, bool attribute);
/// False where nothing is known of the type.
bool has_known_type(const Topology& topology, const PathEnd& end);
std::vector<std::string_view> names_of_members(const Topology& topology, const PathEnd& end);

}  // namespace planbuilder::tosca
