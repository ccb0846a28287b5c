// What a new CSAR will hold, in its order: kept entries of the base, added files, metadata.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/support/output.h"

namespace planbuilder::csar {

struct ContentItem {
  Entry entry;
  std::optional<OutputFile> added = {};  // else it is the base's entry
};

/// TOSCA.meta first, the others sorted by the bytes of their paths. Nothing after a diagnostic.
std::optional<std::vector<ContentItem>> plan_content(const Archive& base, const std::vector<OutputFile>& added,
                                                     Diagnostics& diagnostics);

}  // namespace planbuilder::csar
