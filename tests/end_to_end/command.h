// Runs the planbuilder binary that was built.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>

#include "tests/support/process.h"

namespace planbuilder::testing {

inline Result planbuilder(std::vector<std::string> arguments, const RunOptions& options = {}) {
  arguments.insert(arguments.begin(), PLANBUILDER_BINARY);
  return run(arguments, options);
}

inline const std::string samples = PLANBUILDER_SOURCE "/samples";
inline const std::string guestbook = samples + "/guestbook";

/// The text with its first `from` replaced, which must be there.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Holds the JSON log of finished shell plans against the order in the plan documents of the service, which is given with the
/// options that matter; the exit code is 0 when it was kept.
inline Result check_trace(std::vector<std::string> service, const std::string& log, const std::string& document) {
  service.insert(service.begin(), "plan");
  service.insert(service.end(), {"--all", "--format", "json"});
  const Result plans = planbuilder(service);
  std::ofstream(document) << plans.out;
  return run({"python3", PLANBUILDER_SOURCE "/tests/shell/trace.py", "--complete", document, log});
}

}  // namespace planbuilder::testing
