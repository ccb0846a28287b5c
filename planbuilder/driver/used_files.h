// Which files the steps of a plan use, and what is in them: a plan is approved with them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "csar/archive.h"
#include "planbuilder/plan/plan.h"
#include "plugins/registry.h"

namespace planbuilder::driver {

/// Reads each file of the input once, however many plans and steps use it.
class UsedFiles {
 public:
  /// Sorted by path. Folders come with all that is in them, files of plugins as these bring them. A file that is there but cannot
  /// be read is an error.
  std::vector<plan::UsedFile> of(const plan::Plan& plan, const csar::Archive& archive, const plugins::PluginSet& plugins,
                                 Diagnostics& diagnostics);

 private:
  const plan::UsedFile& read(const std::string& path, const csar::Archive& archive, Diagnostics& diagnostics);

  std::unordered_map<std::string, plan::UsedFile> known_;
};

}  // namespace planbuilder::driver
