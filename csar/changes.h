// How a new CSAR differs from the archive that it is made of.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "planbuilder/support/output.h"

namespace planbuilder::csar {

/// Entries are left out and moved first; then files are put, also where an entry was that is no longer there.
struct Changes {
  std::vector<OutputFile> put = {};                             // added, or in place of the entry of that path
  std::vector<std::string> removed = {};                        // entries that are left out; others are not minded
  std::vector<std::pair<std::string, std::string>> moved = {};  // from, to: the same bytes under another name
};

}  // namespace planbuilder::csar
