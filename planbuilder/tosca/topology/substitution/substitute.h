// A service that may take the place of nodes, and which nodes ask for one.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/tosca/model/definitions.h"
#include "planbuilder/tosca/model/types.h"

namespace planbuilder::tosca {

/// The node asks to be replaced: by the directive `substitute`, or `substitutable` as older versions spell it.
bool is_to_be_substituted(const std::vector<std::string>& directives);
/// The node stands for one that is there already.
bool is_to_be_selected(const std::vector<std::string>& directives);

struct Substitute {
  const ServiceTemplate* service;  // with substitution mappings; nothing is a copy, requirements are pinned
  bool planned = false;            // the very service in which nodes are replaced: it would contain itself
  bool faulty = false;             // it has errors, which were reported
  TypeId node_type = {};           // of the nodes that it stands for

  /// For nodes of the type, or of one that it derives from.
  [[nodiscard]] bool stands_for(const Types& types, TypeId wanted) const { return types.is_ancestor(wanted, node_type); }
};

}  // namespace planbuilder::tosca
