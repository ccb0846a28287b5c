// From an archive to a topology: the front end as a whole.
#pragma once

#include <optional>
#include <string>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/files/read_files.h"
#include "planbuilder/tosca/model/topology.h"

namespace planbuilder::tosca {

/// Reads the entry definitions and builds the service they describe. All problems are reported; a topology
/// comes back only when there were no errors.
std::optional<Topology> load(const csar::Archive& archive, const std::string& entry, Sources& sources, Diagnostics& diagnostics,
                             const LoadOptions& options = {});

}  // namespace planbuilder::tosca
