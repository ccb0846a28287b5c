// What comes from standard input as a file: a CSAR is read at any place.
#pragma once

#include <string>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder::driver {

/// The file is gone with this.
class SpooledInput {
 public:
  SpooledInput() = default;
  SpooledInput(const SpooledInput&) = delete;
  SpooledInput& operator=(const SpooledInput&) = delete;
  ~SpooledInput();

  /// Reads standard input to its end. Gives the path of the file; empty after a diagnostic.
  std::string take(Diagnostics& diagnostics);

 private:
  std::string folder_;  // of our own
};

}  // namespace planbuilder::driver
