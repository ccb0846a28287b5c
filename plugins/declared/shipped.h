// The declared plugins that are part of planbuilder.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "planbuilder/support/embedded.h"
#include "plugins/declared/declaration.h"

namespace planbuilder::plugins {

/// Of all that lies in plugins/shipped, in the order of CMakeLists.txt.
const std::vector<Declaration>& shipped_declarations();
const Declaration& shipped_declaration(std::string_view name);

/// The plugins of these files, with the files that their steps run. One that is wrong is a defect: it throws.
std::vector<Declaration> read_shipped(std::span<const embedded::File> files);

}  // namespace planbuilder::plugins
