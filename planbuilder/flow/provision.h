// Adds what makes an entity be there.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// One activity per representation; what the model says to be selected is selected. `why` is the reason.
void provision(Flow& flow, tosca::NodeId id, const std::string& why, Transition transition = Transition::provision);
/// To be asked when its ends have their activities.
void provision(Flow& flow, tosca::RelationshipId id, const std::string& why, Transition transition = Transition::provision);

}  // namespace planbuilder::flow
