// What people probably meant where a file is not YAML: the slips that are really made.
#pragma once

#include <string>

#include "planbuilder/support/source.h"

namespace planbuilder::tosca::yaml {

/// What to do about the line that could not be read, or nothing.
std::string syntax_hint(const Sources& sources, FileId file, std::uint32_t line);

}  // namespace planbuilder::tosca::yaml
