// What changes mean for each file: whether it is new, has another content or another name, or is gone.
#pragma once

#include <map>
#include <set>
#include <string>

#include "csar/archive.h"
#include "csar/changes.h"

namespace planbuilder::csar {

struct Difference {
  std::map<std::string, const OutputFile*> added;
  std::map<std::string, const OutputFile*> replaced;  // by another content
  std::set<std::string> removed;
  std::map<std::string, std::string> moved;  // from, to
};

/// Drops from `put` what is there already, content and permission. Gives the paths of those that are there but for their
/// permission.
std::set<std::string> drop_unchanged(const Archive& base, Changes& changes);

/// The changes must outlive it.
Difference difference_of(const Archive& base, const Changes& changes, const std::set<std::string>& same_content);

/// Whether the base lists an entry of this path. Unlike find(), it looks for nothing that a single file did not refer to.
bool has_entry(const Archive& base, std::string_view path);

}  // namespace planbuilder::csar
