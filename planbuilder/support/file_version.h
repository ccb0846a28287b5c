// Tells whether a file is still the one that was seen before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace planbuilder {

/// Another file in its place has another inode; the same file with other contents has another time or size.
struct FileVersion {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t changed_seconds = 0;
  std::int64_t changed_nanoseconds = 0;

  bool operator==(const FileVersion&) const = default;

  /// Nothing when there is no such file. Links are followed.
  static std::optional<FileVersion> of(const std::filesystem::path& path);
};

}  // namespace planbuilder
