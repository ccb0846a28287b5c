// The entity that a function of 1.x names: by a keyword, or by the name of a template.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// SELF, SOURCE, TARGET, HOST or a name. HOST looks down the stack for the first node that has the member.
std::optional<EntityId> find_entity(const Topology& topology, const std::optional<EntityId>& self, const std::string& keyword,
                                    const std::string& member);

}  // namespace planbuilder::tosca
