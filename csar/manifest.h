// The manifest of an ETSI NFV package (SOL004): the digests of its files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "csar/archive.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

/// A file that the manifest names. Algorithm and hash may both be missing: then the file only has to be there.
struct ManifestEntry {
  MetadataField source;
  std::optional<MetadataField> algorithm = {};
  std::optional<MetadataField> hash = {};
  std::optional<MetadataField> signature = {};  // the files that hold them
  std::optional<MetadataField> certificate = {};
};

struct Manifest {
  std::vector<MetadataField> metadata;  // the block of that name
  std::vector<ManifestEntry> entries;
  bool has_signature = false;  // a CMS block at its end, which is not verified
  SourceRange signature_at = {};
};

/// ETSI-Entry-Manifest or Entry-Manifest of the metadata, else `<entry definitions>.mf` if that is there.
std::optional<std::string> find_manifest(const Archive& archive, const Metadata& metadata, const std::string& entry_definitions,
                                         Diagnostics& diagnostics);

/// Nothing when it is malformed, after one diagnostic per bad line.
std::optional<Manifest> parse_manifest(FileId file, const Sources& sources, Diagnostics& diagnostics);

/// Holds the files of a package against its manifest, if it has one. Problems are reported where the manifest has the entry.
/// True when there was no error.
bool check_manifest(const Archive& archive, const Metadata& metadata, const std::string& entry_definitions, Sources& sources,
                    Diagnostics& diagnostics);

}  // namespace planbuilder::csar
