// The tree of a YAML file as lines, each with the places of what it shows: `planbuilder dump --stage tree`.
#pragma once

#include <string>

#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::tosca::yaml {

/// `"port" 7:9 = plain "8080" 7:15`: what is not quoted in the file is plain, `{}` and `[]` are followed by what is in them.
std::string dump_tree(const Tree& tree);

}  // namespace planbuilder::tosca::yaml
