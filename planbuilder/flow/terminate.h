// Adds what makes an entity go away.
#pragma once

#include "planbuilder/flow/flow.h"

namespace planbuilder::flow {

/// One activity that goes over all instances; nothing is done about what no plan made. `why` is the reason.
void terminate(Flow& flow, tosca::EntityId entity, const std::string& why, Transition transition = Transition::terminate);

}  // namespace planbuilder::flow
