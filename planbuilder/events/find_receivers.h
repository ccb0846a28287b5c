// Whom a trigger addresses.
#pragma once

#include <vector>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// Puts those who receive what an entity sends into `receivers`, in their order. The interface is the one that has the trigger.
void find_receivers(Model& model, const Sending& sending, EntityIndex entity, std::uint32_t interface,
                    std::vector<ReceiverId>& receivers);

}  // namespace planbuilder::events
