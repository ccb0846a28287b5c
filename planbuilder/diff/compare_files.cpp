#include "planbuilder/diff/compare_files.h"

#include <algorithm>

#include "planbuilder/plan/walk.h"

namespace planbuilder::diff {

namespace {

constexpr std::uint64_t largest_text = 1 << 20;  // whose lines are compared

bool is_small(const plan::UsedFile& file) { return !file.digest.empty() && file.size.value_or(0) <= largest_text; }

std::optional<LineDifference> lines_between(const plan::UsedFile& before, const plan::UsedFile& after, const Options& options) {
  if (!options.before || !options.after || !is_small(before) || !is_small(after)) return std::nullopt;
  const auto was = options.before(before.file);
  const auto is = options.after(after.file);
  return was && is ? compare_lines(*was, *is) : std::nullopt;
}

/// The path of a folder, with one slash at its end.
std::string as_folder(std::string path) {
  while (path.ends_with('/')) path.pop_back();
  return path + "/";
}

}  // namespace

void FileComparison::add(const plan::Plan& before, const plan::Plan& after) {
  add(before, &Both::before);
  add(after, &Both::after);
}

void FileComparison::add(const plan::Plan& plan, Side Both::*side) {
  std::map<std::string, std::vector<FileUse>> folders;
  for (const plan::UsedFile& file : plan.files) {
    if (file.is_folder()) {
      folders.emplace(file.file, std::vector<FileUse>());
    } else {
      (files_[file.file].*side).file = &file;
    }
  }
  for (const plan::Activity& activity : plan.activities) {
    for (const plan::Step& step : activity.steps) {
      plan::for_each_file(step, [&](const std::string& path) {
        const auto folder = folders.empty() ? folders.end() : folders.find(as_folder(path));
        (folder != folders.end() ? folder->second : (files_[path].*side).used_by).push_back({plan.name, activity.id, step.id});
      });
    }
  }
  for (const auto& [folder, uses] : folders) {
    for (auto inside = files_.lower_bound(folder); inside != files_.end() && inside->first.starts_with(folder); ++inside) {
      if ((inside->second.*side).file == nullptr) continue;
      std::vector<FileUse>& all = (inside->second.*side).used_by;
      all.insert(all.end(), uses.begin(), uses.end());
    }
  }
}

bool FileComparison::differs(const Both& both, Difference& difference) {
  const plan::UsedFile* was = both.before.file;
  const plan::UsedFile* is = both.after.file;
  if (was != nullptr && is != nullptr) return was->digest != is->digest;
  if (was == nullptr && is == nullptr) return false;
  if (both.before.used_by.empty() || both.after.used_by.empty()) return true;  // only one side uses it
  if (!(was != nullptr ? was : is)->digest.empty()) ++difference.unknown_files;
  return false;
}

void FileComparison::finish(const Options& options, Difference& difference) {
  for (auto& [path, both] : files_) {
    if (!differs(both, difference)) continue;
    FileChange change{std::string(path), {}, {}, {}, {}};
    if (both.before.file != nullptr) change.before = *both.before.file;
    if (both.after.file != nullptr) change.after = *both.after.file;
    change.used_by = std::move((change.after ? both.after : both.before).used_by);
    change.used_by.erase(std::unique(change.used_by.begin(), change.used_by.end()), change.used_by.end());
    if (change.before && change.after) change.lines = lines_between(*change.before, *change.after, options);
    difference.files.push_back(std::move(change));
  }
}

}  // namespace planbuilder::diff
