// The CSAR as it was before planbuilder packed anything into it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "csar/archive.h"
#include "planbuilder/pack/record.h"

namespace planbuilder::pack {

/// What an archive has of an earlier pack.
struct Before {
  std::optional<Record> record;
  std::map<std::string, std::string> restored;  // definitions files without the declarations of planbuilder, by path
};

/// Nothing after an error: the record is there, but cannot be read. Definitions that were changed since they were packed lose
/// what stands between the marks of planbuilder.
std::optional<Before> find_before(const csar::Archive& archive, Sources& sources, Diagnostics& diagnostics);

/// The text without the lines or elements between the comments that mark them as ours; nothing when there are none.
std::optional<std::string> without_marked(std::string_view text);

}  // namespace planbuilder::pack
