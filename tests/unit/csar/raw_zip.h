// A zip writer without conscience: every header field can be forged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder::csar {

std::uint32_t crc32(std::string_view bytes);

/// A deflate stream of uncompressed blocks: valid, but not what any compressor would make of the content.
std::string deflate_without_effort(std::string_view content);

struct RawEntry {
  std::string name;
  std::string content;
  std::uint16_t method = 0;  // 0 stored, 8 deflated
  std::uint32_t mode = 0100644;
  std::uint8_t system = 3;  // Unix
  std::uint16_t flags = 0;
  std::optional<std::uint32_t> crc = {};
  std::optional<std::uint32_t> size = {};
  std::optional<std::uint32_t> compressed_size = {};
  std::optional<std::string> local_name = {};  // in the header before the content
  std::optional<std::uint16_t> local_method = {};
};

struct RawZip {
  std::vector<RawEntry> entries;
  std::string comment;
  std::optional<std::uint16_t> count = {};
};

std::string bytes_of(const RawZip& zip);

/// The compressed bytes of an entry, found by walking the local headers.
std::string compressed_bytes(std::string_view zip, std::string_view name);

/// The names in the order of the local headers, each followed by a line break.
std::string names_in_order(std::string_view zip);

}  // namespace planbuilder::csar
