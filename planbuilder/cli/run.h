// planbuilder as a whole: the list of its commands.
#pragma once

namespace planbuilder::cli {

/// Returns the exit code: 0 done, 1 the input has errors, 2 wrong usage or I/O.
int run(int argc, const char* const* argv);

}  // namespace planbuilder::cli
