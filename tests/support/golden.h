// Texts that are expected, kept in files.
#pragma once

#include <string>

namespace planbuilder::testing {

/// The path is relative to the folder of the tests. PLANBUILDER_REFRESH=1 writes the expected text anew; look at the difference
/// before it is committed.
void expect_golden(const std::string& path, const std::string& actual);

}  // namespace planbuilder::testing
