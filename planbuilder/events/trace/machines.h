// The state machines of a service as a picture: which operation leads from which state to which.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// A state diagram with one part per type of interface, and per attribute that its operations change; nothing when it is more
/// than Mermaid reads. Types of nodes that refine an interface so that other transitions come out get a part of their own.
std::optional<std::string> machines_to_mermaid(Model& model);

}  // namespace planbuilder::events
