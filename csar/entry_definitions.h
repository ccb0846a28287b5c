// Finds the definitions file that a service starts with.
#pragma once

#include <optional>
#include <string>

#include "csar/archive.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

/// The entry's path; nothing after a diagnostic. In this order:
///
/// 1. the file itself, when a single file was given;
/// 2. Entry-Definitions of the metadata;
/// 3. the only .yaml or .yml at the root (names that start with a dot do not count);
/// 4. the only .tosca or .xml at the root;
/// 5. the only .tosca in Definitions/.
std::optional<std::string> find_entry_definitions(const Archive& archive, const Metadata& metadata, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
