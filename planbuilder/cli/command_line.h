// Reads a command line: finds the command, fills what it takes, explains wrong usage. The one place that knows CLI11.
#pragma once

#include <vector>

#include "planbuilder/cli/command.h"

namespace planbuilder::cli {

/// Runs the command that is asked for, and gives its exit code.
int run_command_line(const std::vector<Command>& commands, int argc, const char* const* argv);

}  // namespace planbuilder::cli
