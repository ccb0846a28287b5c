// Reads plugin.yaml, and says at which place something is wrong with it.
#pragma once

#include <optional>

#include "planbuilder/support/diagnostic.h"
#include "plugins/declared/declaration.h"

namespace planbuilder::plugins {

/// Nothing after a diagnostic.
std::optional<Declaration> read_declaration(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
