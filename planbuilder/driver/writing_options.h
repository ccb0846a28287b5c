// What is written of plans, and how: the options of those who emit or pack them.
#pragma once

#include <string>

#include "planbuilder/driver/options.h"
#include "planbuilder/emit/target.h"

namespace planbuilder::driver {

struct TargetOptions {
  std::string targets = {};  // separated by commas; empty: those that suit the input
  bool allow_missing_artifacts = false;
  emit::OptionValues target_options = {};  // by their names; what is not there is as usual
};

struct WritingOptions : Options, TargetOptions {
  std::string output = {};
  std::string secrets_file = {};  // for the secrets that the model writes out; empty: for none
};

struct PackOptions : WritingOptions {
  std::string container = {};  // empty: that of the output's name, else of the input
  bool in_place = false;
  std::string declare = "auto";
  bool replace = false;
  bool beside = false;
};

}  // namespace planbuilder::driver
