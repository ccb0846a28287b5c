// Reads a zip's central directory byte for byte, for what libzip does not tell.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace planbuilder::csar {

/// What one needs to know besides the method to unpack an entry.
struct ZipUnpacking {
  std::uint16_t version = 0;
  std::uint16_t flags = 0;
};

struct ZipDirectory {
  std::uint64_t entries = 0;
  std::vector<ZipUnpacking> unpacking;        // of each entry
  std::vector<std::uint64_t> names_with_nul;  // their indexes; libzip shows the NUL as a space
  std::vector<std::uint64_t> other_headers;   // of entries whose header before their content has another name or method
};

/// Nothing when the file does not end with a whole, well-formed directory. Anything behind it, or a second one
/// hidden in a comment, counts as damage: two readers must not see two different archives. For the same reason the header before
/// each entry's content is compared: a reader that goes from front to back believes that one.
std::optional<ZipDirectory> read_zip_directory(const std::filesystem::path& path);

}  // namespace planbuilder::csar
