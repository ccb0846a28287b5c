// What a new CSAR will hold, in its order: entries of the base that are kept or moved, and files that are put.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/changes.h"

namespace planbuilder::csar {

struct ContentItem {
  Entry entry;                      // as it will be
  const OutputFile* put = nullptr;  // of the changes; else its content is that of the base's entry:
  Entry from = {};
};

/// TOSCA.meta first, the others sorted by the bytes of their paths. Nothing after a diagnostic. The changes must outlive it.
std::optional<std::vector<ContentItem>> plan_content(const Archive& base, const Changes& changes, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
