// What is there, and how it is to be changed: the options of commands that plan changes.
#pragma once

#include <string>

#include "planbuilder/change/options.h"

namespace planbuilder::driver {

struct ChangeOptions {
  std::string state = {};  // a state directory, or an export of one
  std::string from = {};   // another version of the model: all of it counts as there
  change::Options how = {};

  [[nodiscard]] bool asked() const { return !state.empty() || !from.empty(); }
};

}  // namespace planbuilder::driver
