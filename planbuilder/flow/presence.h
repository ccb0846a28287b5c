// What the model says to be there before any plan runs.
#pragma once

#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::flow {

enum class Presence { made_by_plan, runs_already, is_selected };

/// `state: started`, or `State: Running` in XML; the directive `select`.
Presence presence_of(const tosca::Topology& topology, tosca::NodeId node);

}  // namespace planbuilder::flow
