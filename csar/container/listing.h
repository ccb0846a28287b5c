// Gathers the entries of a container, and refuses names, doubles and amounts that are not safe.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csar/entry.h"
#include "csar/limits.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::csar {

/// What to do about a link in an archive.
inline constexpr std::string_view link_remedy =
    "Links can lead out of the archive; pack it anew with a copy of the file in the link's place.";

class Listing {
 public:
  Listing(std::string archive, const Limits& limits, Diagnostics& diagnostics)
      : archive_(std::move(archive)), limits_(limits), diagnostics_(diagnostics) {}

  /// Takes an entry under the name that its container gives it; `entry.path` is set from that. False when it is
  /// refused or needs no place.
  bool add(std::string_view name, Entry entry);

  /// Reports an entry that cannot be taken: "<archive>: entry <name> <why>".
  void refuse(Code code, std::string_view name, std::string_view why, std::string_view remedy = {});
  void refuse_over_limit(std::string_view name, std::string_view why, std::string_view limit, std::uint64_t allowed);

  /// Whether an entry of this Unix mode may be in an archive: a file or a folder. Reports what may not.
  bool takes_kind(std::string_view name, mode_t mode);

  /// There is no use in going on: too many entries, or more problems than anyone reads.
  [[nodiscard]] bool full() const { return full_; }

  /// All of them, sorted by the bytes of the path; nothing when anything was refused.
  std::optional<std::vector<Entry>> finish();

 private:
  bool within_limits(std::string_view name, const Entry& entry);
  void refuse_doubles();
  void refuse_files_that_are_folders();

  std::string archive_;
  Limits limits_;
  Diagnostics& diagnostics_;
  std::vector<Entry> entries_;
  std::uint64_t total_size_ = 0;
  std::size_t refused_ = 0;
  bool full_ = false;
};

}  // namespace planbuilder::csar
