// TOSCA.meta as it must be after changes: made where there was none, edited where it was.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "csar/difference.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

/// Those that the names of files do not tell.
using TypesByPath = std::map<std::string, std::string>;

/// Which TOSCA.meta belongs to definitions: "1.0" to XML, "1.1" to the Simple Profiles, "2.0" to TOSCA 2.0.
std::string csar_version_of(std::string_view definitions);

/// Just enough to name the definitions; in version 1.0 also what the added files are.
std::string made_metadata(const std::string& version, const std::string& entry_definitions, const TypesByPath& types,
                          const Difference& difference);

/// The text after the changes; nothing when it stays as it is. Added files get blocks in version 1.0, and in others where
/// files are described already; those of other files follow them.
std::optional<std::string> amended_metadata(const Metadata& metadata, std::string_view text, const TypesByPath& types,
                                            const Difference& difference);

}  // namespace planbuilder::csar
