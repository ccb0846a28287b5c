// What every command accepts, and where its messages go.
#pragma once

#include <string>

namespace planbuilder::cli {

struct CommonOptions {
  std::string input;
  bool json = false;
  bool quiet = false;
  std::string color = "auto";
};

// The exit codes of all commands.
inline constexpr int done = 0;
inline constexpr int input_has_errors = 1;
inline constexpr int usage_or_io = 2;

}  // namespace planbuilder::cli
