// A file for `plan.sh --secrets file=FILE`: the secrets that a model writes out, and that its plans leave out.
#pragma once

#include <string>

#include "planbuilder/support/diagnostic.h"
#include "plugins/parameters/leave_out_secrets.h"

namespace planbuilder::driver {

/// Only the user may read it. A JSON object: the text of each value by the name that runs ask for.
void write_secrets_file(const std::string& path, const plugins::LiteralSecrets& secrets, Diagnostics& diagnostics);

}  // namespace planbuilder::driver
