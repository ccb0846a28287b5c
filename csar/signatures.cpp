#include "csar/signatures.h"

#include <algorithm>
#include <array>

#include "csar/difference.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace {

constexpr std::array<std::string_view, 6> endings = {".cms", ".p7s", ".p7m", ".sig", ".sig.cms", ".asc"};

}  // namespace

Signatures::Signatures(const Archive& base, const Manifest* manifest) : base_(base) {
  if (manifest == nullptr) return;
  for (const ManifestEntry& entry : manifest->entries) {
    const auto file = resolve({}, entry.source.value);
    const auto signature = entry.signature ? resolve({}, entry.signature->value) : std::nullopt;
    if (file && signature && has_entry(base, *signature)) named_.insert({*file, {*signature, entry.signature->value_at}});
  }
}

std::vector<SignatureFile> Signatures::of(const std::string& path) const {
  std::vector<SignatureFile> found;
  const auto [first, last] = named_.equal_range(path);
  for (auto at = first; at != last; ++at) found.push_back(at->second);
  for (const std::string_view ending : endings) {
    const std::string beside = path + std::string(ending);
    if (has_entry(base_, beside) && std::ranges::find(found, beside, &SignatureFile::path) == found.end())
      found.push_back({beside});
  }
  return found;
}

}  // namespace planbuilder::csar
