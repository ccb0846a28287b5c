// Puts the templates of services into the places of nodes, and leads all that named a node to what took its place.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"
#include "planbuilder/tosca/types/type_names.h"

namespace planbuilder::tosca {

/// Which service takes a node's place.
using Replacements = std::map<NodeId, const ServiceTemplate*>;

/// The topology is what was built of the service, its requirements are pinned. What a service brings is named
/// `<node>.<name>`; the names of the nodes that came for each node come back. What cannot be mapped is reported.
std::map<NodeId, std::vector<std::string>> inline_services(ServiceTemplate& service, const Topology& topology,
                                                           const Replacements& replacements, const TypeNames& names,
                                                           Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
