// What the user says about a change.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace planbuilder::change {

struct Options {
  bool force = false;
  bool prune = false;
  bool skip_new = false;
  bool destroy_unmanaged = false;
  std::string repair = "error";    // none, error, degraded
  std::string detection = "spec";  // skip, spec, always: also what somebody customised
  std::set<std::string> replace = {};
  std::set<std::string> exclude = {};
  std::set<std::string> only = {};                 // empty: all
  std::map<std::string, std::string> inputs = {};  // of the new plan; others are as they were
  std::uint32_t at_once = 1;                       // of the instances of a region

  bool operator==(const Options&) const = default;
};

}  // namespace planbuilder::change
