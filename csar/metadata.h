// The TOSCA.meta of an archive: which definitions it starts with, and what its files are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "csar/archive.h"
#include "csar/metadata_text.h"

namespace planbuilder::csar {

inline constexpr std::string_view metadata_in_folder = "TOSCA-Metadata/TOSCA.meta";
inline constexpr std::string_view metadata_at_root = "TOSCA.meta";

/// The entry that holds the metadata, if there is one. The one in its folder comes first.
std::optional<std::string> find_metadata(const Archive& archive);

/// Not present() when the archive has none, as is usual for folders and always so for single files.
/// Nothing when it is malformed, or lacks what its version demands (see metadata_fields.h), after one diagnostic per problem.
/// A folder is read leniently, unless it is to become a CSAR, which others must be able to read.
std::optional<Metadata> read_metadata(const Archive& archive, Sources& sources, Diagnostics& diagnostics,
                                      bool becomes_csar = false);

}  // namespace planbuilder::csar
