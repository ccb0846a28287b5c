// The limits that `--limit NAME=VALUE` sets.
#pragma once

#include <string>
#include <string_view>

#include "csar/limits.h"
#include "planbuilder/tosca/load.h"

namespace planbuilder::cli {

struct InputLimits {
  csar::Limits archive = {};
  tosca::LoadOptions load = {};
};

/// Sets what "archive-ratio=500" or "archive-total-size=20G" says; K, M and G are powers of 1024. Gives the problem with it, or
/// nothing.
std::string set_limit(std::string_view text, InputLimits& limits);

}  // namespace planbuilder::cli
