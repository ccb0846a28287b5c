// What was read of each definitions file, as trees and as definitions: `planbuilder dump --stage tree` and `definitions`.
//
// Types that ship with planbuilder are left out: they are the same for every service.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/tosca/files/read_files.h"

namespace planbuilder::tosca {

/// The lines of each file follow its path. A file that is no tree has none: what is wrong with it was said when it was read.
std::string dump_trees(const std::vector<DefinitionsFile>& files, const Sources& sources, const yaml::Limits& limits);

Value dump_definitions(const std::vector<DefinitionsFile>& files, const Sources& sources);

}  // namespace planbuilder::tosca
