// A tar writer without conscience: every header field can be forged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::csar {

struct RawTarEntry {
  std::string name;
  std::string content = {};
  char type = '0';
  std::uint32_t mode = 0644;
  std::string link = {};
  std::optional<std::uint64_t> size = {};
  std::optional<std::string> checksum = {};
  std::string magic = std::string(
      "ustar\0"
      "00",
      8);
};

/// Each header and content filled up to whole blocks, then the end: two blocks of zeros.
std::string tar_bytes_of(const std::vector<RawTarEntry>& entries);

/// An entry that says something about the next one: "path" and its name, for example.
RawTarEntry pax_header(std::string_view key, std::string_view value);

/// As gzip does it.
std::string gzip(std::string_view content);

}  // namespace planbuilder::csar
