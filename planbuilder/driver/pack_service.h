// Plans a service and writes it anew, with the plans in it.
#pragma once

#include <optional>

#include "planbuilder/driver/artifacts.h"

namespace planbuilder::driver {

/// The session is one with these options, and not loaded yet. They change: what comes from standard input becomes a file. Gives
/// what was packed; whether it could be written, the diagnostics tell.
std::optional<Artifacts> pack_service(PackOptions& options, Session& session);

}  // namespace planbuilder::driver
