// Reads what is there: the state directory of a service, or an export of it as JSON.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/change/situation.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::change {

/// Nothing after a diagnostic.
std::optional<Situation> read_state(const std::string& path, Sources& sources, Diagnostics& diagnostics);

/// The file of the old model that is kept for taking things away; nothing when it is not there.
std::optional<std::string> read_kept_file(const std::string& state, const std::string& file);

}  // namespace planbuilder::change
