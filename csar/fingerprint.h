// What tells one content of a file from another: its digest and its size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "csar/archive.h"

namespace planbuilder::csar {

struct Fingerprint {
  std::string sha256;  // in hexadecimal digits
  std::uint64_t size = 0;

  bool operator==(const Fingerprint&) const = default;
};

/// Of an entry, which is read piece by piece; nothing after a diagnostic.
std::optional<Fingerprint> fingerprint(const Archive& archive, std::string_view path, Diagnostics& diagnostics);

}  // namespace planbuilder::csar
