// Runs a program as a user would, and keeps all that it said.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace planbuilder::testing {

struct Result {
  int exit_code = 0;  // 128 + signal when a signal ended it
  std::string out;
  std::string err;
};

struct RunOptions {
  std::string folder = {};                                            // working directory; empty: this one
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to this one's
  std::string input = {};                                             // standard input
  std::chrono::seconds timeout{600};                                  // then it hangs: it is killed, and the exit code says so
};

Result run(const std::vector<std::string>& command, const RunOptions& options = {});

}  // namespace planbuilder::testing
