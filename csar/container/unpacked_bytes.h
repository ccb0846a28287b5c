// The bytes of a file from front to end, unpacked when it is a gzip file, and no more of them than is allowed.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include "csar/limits.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::csar {

/// Checksums and lengths of gzip are verified. Several gzip members one after the other are one content, as gzip has it.
class UnpackedBytes {
 public:
  struct Failure {
    Code code = Code::archive_damaged;
    std::string why;  // follows "it"
    std::string remedy = "It may have been cut off or changed on its way here; get or make it anew.";
  };

  UnpackedBytes(const std::filesystem::path& path, const Limits& limits);
  UnpackedBytes(const UnpackedBytes&) = delete;
  UnpackedBytes& operator=(const UnpackedBytes&) = delete;
  ~UnpackedBytes();

  /// The next piece, good until the next call; empty at the end and after a failure.
  std::string_view next();

  [[nodiscard]] const std::optional<Failure>& failure() const { return failure_; }
  /// Whether so many bytes are more than the file may unpack into; a failure then.
  bool exceeds_ratio(std::uint64_t unpacked);

  [[nodiscard]] bool is_gzip() const { return gzip_; }
  /// How many were given, and how many up to the last one that is not zero.
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t used() const { return used_; }

 private:
  bool refill();
  std::string_view inflate_some();
  bool starts_member();
  std::string_view fail(Failure failure);
  std::string_view count(std::string_view piece);

  std::ifstream in_;
  Limits limits_;
  std::string packed_;
  std::string unpacked_;
  z_stream inflate_ = {};
  bool gzip_ = false;
  bool in_member_ = true;
  std::uint64_t packed_total_ = 0;  // bytes of the file that were read
  std::uint64_t total_ = 0;
  std::uint64_t used_ = 0;
  std::optional<Failure> failure_;
};

}  // namespace planbuilder::csar
