// Finds the plugins that the user brings: in folders, and in the CSAR if that is allowed.
#pragma once

#include <string>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/support/diagnostic.h"
#include "plugins/registry.h"

namespace planbuilder::driver {

/// A folder is a plugin if it has a plugin.yaml; else those of its folders are that have one.
void read_plugin_folder(const std::string& folder, plugins::PluginSet& plugins, Sources& sources, Diagnostics& diagnostics);

/// Those below `Plugins/`. When they are not allowed, a note says that they are there.
void read_csar_plugins(const csar::Archive& archive, bool allowed, plugins::PluginSet& plugins, Sources& sources,
                       Diagnostics& diagnostics);

}  // namespace planbuilder::driver
