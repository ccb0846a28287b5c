#include "csar/fingerprint.h"

#include "csar/digest.h"

namespace planbuilder::csar {

std::optional<Fingerprint> fingerprint(const Archive& archive, std::string_view path, Diagnostics& diagnostics) {
  Digest digest = Digest::of("SHA-256").value();
  std::uint64_t size = 0;
  const auto add = [&](std::string_view piece) {
    digest.add(piece);
    size += piece.size();
  };
  if (!archive.stream(path, add, diagnostics)) return std::nullopt;
  return Fingerprint{digest.finish(), size};
}

}  // namespace planbuilder::csar
