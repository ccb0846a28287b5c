// Verifies deflated bytes on their way from one zip to another, without keeping what they unpack to.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace planbuilder::csar {

class DeflateCheck {
 public:
  DeflateCheck();
  DeflateCheck(const DeflateCheck&) = delete;
  DeflateCheck& operator=(const DeflateCheck&) = delete;
  ~DeflateCheck();

  /// No more than `most` bytes are unpacked: whatever a header says, a bomb is not followed to its end.
  void take(std::string_view bytes, std::uint64_t most);

  /// Whether all bytes together unpack to a content of this size and checksum, and nothing is left of them.
  [[nodiscard]] bool is_whole(std::uint64_t size, std::uint32_t crc) const;

 private:
  z_stream inflate_ = {};
  std::string unpacked_;
  std::uint64_t total_ = 0;
  std::uint32_t crc_ = 0;
  bool ended_ = false;
  bool bad_ = false;
};

}  // namespace planbuilder::csar
