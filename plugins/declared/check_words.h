// Looks for words in braces that nothing gives a value to, in the texts of a plugin.yaml.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::plugins {

/// An error for each of them, where it stands.
void check_words(const Sources& sources, tosca::yaml::Node plugin, Diagnostics& diagnostics);

}  // namespace planbuilder::plugins
