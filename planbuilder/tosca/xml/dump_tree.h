// The tree of an XML file as lines, each with the place of what it shows: `planbuilder dump --stage tree`.
#pragma once

#include <string>

#include "planbuilder/support/diagnostic.h"

namespace planbuilder::tosca::xml {

/// `<NodeType> 4:4`, its attributes and what is in it below. Empty after a diagnostic.
std::string dump_tree(const Sources& sources, FileId file, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::xml
