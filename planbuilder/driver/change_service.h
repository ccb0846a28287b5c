// Plans that change what is there: from a state, or from another version of the model.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/driver/change_options.h"
#include "planbuilder/driver/session.h"

namespace planbuilder::driver {

/// The plan that brings what is there to what the model says, or takes it away. `kind` is build, terminate or update, or another
/// word for one of these; an update also removes what the model no longer has. Nothing after a diagnostic.
std::optional<plan::Plan> make_change_plan(const Options& options, const ChangeOptions& change, const std::string& kind,
                                           Session& session);

/// Whether such a plan does anything.
bool does_something(const plan::Plan& plan);

}  // namespace planbuilder::driver
