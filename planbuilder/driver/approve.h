// Approves plans: says over the digests of all that they consist of who did, and signs it.
#pragma once

#include <optional>

#include "planbuilder/driver/approve_options.h"
#include "planbuilder/driver/session.h"

namespace planbuilder::driver {

/// The session is one with these options, and not loaded yet. Nothing after a diagnostic: what is there is not what was packed,
/// or cannot be written.
std::optional<Approved> approve(const ApproveOptions& options, Session& session);

}  // namespace planbuilder::driver
