// The life cycle that services have which say nothing of events themselves.
#pragma once

#include <optional>

#include "csar/archive.h"
#include "planbuilder/events/model.h"

namespace planbuilder::events {

/// The Simple Profile's declarative workflow as state machines: `profiles/simple.yaml`. The archive is that of the service. What
/// only few services have, `target_changed`, is left out if no relationship of this one implements it: events cost time.
std::optional<Overlay> load_shipped_profile(const tosca::Topology& topology, const csar::Archive& archive, Sources& sources,
                                            Diagnostics& diagnostics);

}  // namespace planbuilder::events
