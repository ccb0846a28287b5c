// What an activity says about the event that it handles.
#pragma once

#include "planbuilder/events/model.h"
#include "planbuilder/flow/abstract_plan.h"

namespace planbuilder::events {

flow::HandledEvent handled_event(const Behaviour& behaviour, const Event& event);

}  // namespace planbuilder::events
