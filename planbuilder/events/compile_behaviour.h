// From what interfaces say of events to what can be interpreted.
#pragma once

#include "planbuilder/events/model.h"

namespace planbuilder::events {

Behaviour compile_behaviour(std::vector<tosca::Interface> interfaces, Model& model);

/// The events of the service: an interface without a name, whose attributes are those of all others.
Behaviour compile_service(const std::vector<tosca::Operation>& events, Model& model);

}  // namespace planbuilder::events
