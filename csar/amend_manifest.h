// The manifest of an ETSI NFV package as it must be after changes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "csar/difference.h"
#include "csar/manifest.h"

namespace planbuilder::csar {

struct AmendedManifest {
  std::string text;
  std::string signature;  // the block at its end, which is no longer part of the text; empty when there was none
};

/// Files that were added get entries, digests of replaced ones are computed anew, entries of others follow them; all else stays
/// byte for byte. Nothing when no line changes, and then its signature still holds.
std::optional<AmendedManifest> amended_manifest(const Manifest& manifest, std::string_view text, const Difference& difference);

}  // namespace planbuilder::csar
