#include "csar/difference.h"

#include <algorithm>

#include "csar/paths.h"

namespace planbuilder::csar {

namespace {

const Entry* find_entry(const Archive& base, std::string_view path) {
  const auto& entries = base.entries();
  const auto found = std::ranges::lower_bound(entries, path, {}, [](const Entry& entry) { return std::string_view(entry.path); });
  return found != entries.end() && found->path == path ? &*found : nullptr;
}

/// What cannot be read is not the same.
bool has_content(const Archive& base, const Entry& entry, std::string_view content) {
  if (entry.directory || entry.size != content.size()) return false;
  Diagnostics unused;
  bool same = true;
  const auto compare = [&](std::string_view piece) {
    same = same && content.starts_with(piece);
    content.remove_prefix(std::min(piece.size(), content.size()));
  };
  return base.stream(entry.path, compare, unused) && same && content.empty();
}

}  // namespace

bool has_entry(const Archive& base, std::string_view path) { return find_entry(base, path) != nullptr; }

std::set<std::string> drop_unchanged(const Archive& base, Changes& changes) {
  std::set<std::string> gone(changes.removed.begin(), changes.removed.end());
  for (const auto& [from, to] : changes.moved) gone.insert(from);
  std::set<std::string> same_content;
  std::erase_if(changes.put, [&](const OutputFile& file) {
    const std::string path = normalise(file.path);
    const Entry* there = gone.contains(path) ? nullptr : find_entry(base, path);
    if (there == nullptr || !has_content(base, *there, file.content)) return false;
    if (there->executable == file.executable) return true;
    same_content.insert(path);
    return false;
  });
  return same_content;
}

Difference difference_of(const Archive& base, const Changes& changes, const std::set<std::string>& same_content) {
  Difference difference;
  difference.moved = {changes.moved.begin(), changes.moved.end()};
  for (const std::string& path : changes.removed) {
    if (has_entry(base, path)) difference.removed.insert(path);
  }
  for (const OutputFile& file : changes.put) {
    const std::string path = normalise(file.path);
    const bool stays = has_entry(base, path) && !difference.moved.contains(path);
    difference.removed.erase(path);
    if (!stays) {
      difference.added[path] = &file;
    } else if (!same_content.contains(path)) {
      difference.replaced[path] = &file;
    }
  }
  return difference;
}

}  // namespace planbuilder::csar
