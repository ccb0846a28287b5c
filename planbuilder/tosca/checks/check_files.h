// What a package's templates run and deploy is inside of it.
#pragma once

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// Reports the files that templates name and the archive does not have. Types may name more than is used.
void check_files(const Topology& topology, Diagnostics& diagnostics);

}  // namespace planbuilder::tosca
