// Who approves which plans, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/driver/options.h"

namespace planbuilder::driver {

/// The input is a packed CSAR, unpacked or not, a folder that `generate` wrote, or a plan document.
struct ApproveOptions : Options {
  std::string by;
  std::string at;  // when; planbuilder itself looks at no clock, so that the same call gives the same bytes
  std::string comment;
  std::string key;     // the file of a private key; empty: not signed
  std::string output;  // empty: into the input
};

struct Approved {
  std::string file;  // where the approval is; in a CSAR the name of its entry
  std::vector<std::string> plans;
  bool is_signed = false;
  bool has_reactor = false;  // it covers that, too
};

}  // namespace planbuilder::driver
