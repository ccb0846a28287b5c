#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/folder.h"

namespace planbuilder::testing {

void expect_golden(const std::string& path, const std::string& actual) {
  const std::string file = PLANBUILDER_SOURCE "/tests/" + path;
  if (std::getenv("PLANBUILDER_REFRESH") != nullptr) std::ofstream(file, std::ios::binary) << actual;
  EXPECT_EQ(actual, read_file(file)) << file;
}

}  // namespace planbuilder::testing
