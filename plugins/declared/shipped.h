// The declared plugins that are part of planbuilder.
#pragma once

#include <string_view>
#include <vector>

#include "plugins/declared/declaration.h"

namespace planbuilder::plugins {

/// Of all that lies in plugins/shipped, in the order of CMakeLists.txt.
const std::vector<Declaration>& shipped_declarations();
const Declaration& shipped_declaration(std::string_view name);

}  // namespace planbuilder::plugins
