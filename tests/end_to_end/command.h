// Runs the planbuilder binary that was built.
#pragma once

#include "tests/support/process.h"

namespace planbuilder::testing {

inline Result planbuilder(std::vector<std::string> arguments, const RunOptions& options = {}) {
  arguments.insert(arguments.begin(), PLANBUILDER_BINARY);
  return run(arguments, options);
}

inline const std::string samples = PLANBUILDER_SOURCE "/samples";

}  // namespace planbuilder::testing
