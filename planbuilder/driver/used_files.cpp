#include "planbuilder/driver/used_files.h"

#include <algorithm>
#include <unordered_set>

#include "csar/digest.h"
#include "csar/fingerprint.h"
#include "planbuilder/plan/walk.h"

namespace planbuilder::driver {

namespace {

/// Every path that a step names, once.
std::vector<std::string> named_paths(const plan::Plan& plan) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::string> paths;
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      plan::for_each_file(step, [&](const std::string& path) {
        if (!path.empty() && seen.insert(path).second) paths.push_back(path);
      });
    }
  }
  return paths;
}

std::string without_slash(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

const plan::UsedFile& UsedFiles::read(const std::string& path, const csar::Archive& archive, Diagnostics& diagnostics) {
  const auto [known, first] = known_.try_emplace(path, plan::UsedFile{path, "", {}});
  if (first) {
    if (auto found = csar::fingerprint(archive, path, diagnostics)) known->second = {path, std::move(found->sha256), found->size};
  }
  return known->second;
}

std::vector<plan::UsedFile> UsedFiles::of(const plan::Plan& plan, const csar::Archive& archive, const plugins::PluginSet& plugins,
                                          Diagnostics& diagnostics) {
  std::vector<plan::UsedFile> files;
  for (const std::string& path : named_paths(plan)) {
    if (const OutputFile* brought = plugins.find_file(path)) {
      files.push_back({path, csar::sha256(brought->content), brought->content.size()});
      continue;
    }
    const auto entry = archive.find(path);
    if (entry && !entry->directory) {
      files.push_back(read(entry->path, archive, diagnostics));
      continue;
    }
    const auto inside = archive.below(path);
    const bool is_folder = entry || !inside.empty();
    files.push_back({is_folder ? without_slash(path) + "/" : path, "", {}});
    for (const csar::Entry& below : inside) {
      if (!below.directory) files.push_back(read(below.path, archive, diagnostics));
    }
  }
  std::ranges::sort(files, {}, &plan::UsedFile::file);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace planbuilder::driver
