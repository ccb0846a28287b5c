// What every command accepts, and where its messages go.
#pragma once

#include <string>

#include "planbuilder/cli/limits.h"

namespace planbuilder::cli {

struct CommonOptions {
  std::string input;
  bool json = false;
  bool quiet = false;
  std::string color = "auto";
  std::string import_map;
  std::string semantics;
  InputLimits limits = {};
};

// The exit codes of all commands.
inline constexpr int done = 0;
inline constexpr int input_has_errors = 1;
inline constexpr int usage_or_io = 2;

}  // namespace planbuilder::cli
