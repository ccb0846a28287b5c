// The limits that `--limit NAME=VALUE` sets; limits.md has the page about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "csar/limits.h"
#include "planbuilder/support/codes.h"
#include "planbuilder/tosca/model/limits.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::driver {

struct InputLimits {
  csar::Limits archive = {};
  tosca::yaml::Limits yaml = {};
  tosca::Limits model = {};
};

/// A limit as users meet it.
struct KnownLimit {
  std::string_view name;
  std::uint64_t usual = 0;
  Code code = {};  // of the message when an input is beyond it
};
std::vector<KnownLimit> known_limits();

/// Sets what "archive-ratio=500" or "archive-total-size=20G" says; K, M and G are powers of 1024. Gives the problem with it, or
/// nothing.
std::string set_limit(std::string_view text, InputLimits& limits);

/// Those that are not as usual, as set_limit takes them.
std::vector<std::string> limits_in_words(const InputLimits& limits);

}  // namespace planbuilder::driver
