// Operations of nodes that belong to no life cycle, such as those of a VNF in ETSI's descriptors: each can have a plan of its
// own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

struct OwnOperation {
  tosca::NodeId node;
  std::string interface;
  std::string operation;
};

/// Those that are implemented, at most one of each node and name. `asked` is the name of an operation, of its interface or of the
/// interface's type, or both as `Vnflcm.instantiate`.
std::vector<OwnOperation> find_own_operations(const tosca::Topology& topology, std::string_view asked);

/// Their names, each once: each is what a plan is about.
std::vector<std::string> own_operation_names(const tosca::Topology& topology, std::string_view asked);

}  // namespace planbuilder::flow
