// Where a new CSAR may be written to.
#pragma once

#include <filesystem>

#include "csar/archive.h"

namespace planbuilder::csar {

/// Reports "cannot write `out`: `why`"; false.
bool unwritable(const std::filesystem::path& out, const std::string& why, Diagnostics& diagnostics,
                const std::string& remedy = {});

/// Whether `out` can become a new file: its folder is there, it is no input and does not lie in one. False after a diagnostic.
bool check_place(const Archive& base, const std::filesystem::path& out, Diagnostics& diagnostics);

/// Whether the input can be replaced, and by what name: links are followed. Empty after a diagnostic.
std::filesystem::path place_of_input(const Archive& base, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
