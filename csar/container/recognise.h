// Tells by its first bytes, and where they leave a doubt by its name, what kind of input a path is.
#pragma once

#include <filesystem>
#include <optional>

#include "csar/input_kind.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::csar {

/// Nothing after a diagnostic: it is not there, cannot be read, or is nothing that planbuilder takes.
std::optional<InputKind> recognise(const std::filesystem::path& path, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
