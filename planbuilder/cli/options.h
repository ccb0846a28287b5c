// What every command accepts, and where its messages go.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/cli/limits.h"
#include "planbuilder/plan/plan.h"

namespace planbuilder::cli {

struct CommonOptions {
  std::string input;
  bool json = false;
  bool quiet = false;
  std::string color = "auto";
  std::string import_map;
  std::string semantics;
  std::string derive = "auto";  // relationships or events; auto: events when the model tells of them
  std::string events = "strict";
  std::string send;
  std::string desired;
  std::vector<std::string> plugin_dirs;
  bool allow_csar_plugins = false;
  plan::Failure on_failure = {};
  InputLimits limits = {};
};

// The exit codes of all commands.
inline constexpr int done = 0;
inline constexpr int input_has_errors = 1;
inline constexpr int usage_or_io = 2;

}  // namespace planbuilder::cli
