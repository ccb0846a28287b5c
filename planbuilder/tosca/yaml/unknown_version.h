// A version that is not read: what it is, where that is known, and what to do about it.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/yaml/tree.h"

namespace planbuilder::tosca::yaml {

/// `version` is the value of `tosca_definitions_version`.
void report_unknown_version(Node version, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca::yaml
