// Holds the files of a package against the digests in its manifest.
#include "csar/digest.h"
#include "csar/manifest.h"
#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

void check_digest(const Archive& archive, const std::string& path, const ManifestEntry& entry, Diagnostics& diagnostics) {
  auto digest = Digest::of(entry.algorithm->value);
  if (!digest) {
    diagnostics
        .error(Code::archive_manifest, entry.algorithm->value_at,
               "the digest algorithm " + quote_name(entry.algorithm->value) + " is not known")
        .explain("Known are SHA-224, SHA-256, SHA-384 and SHA-512.");
    return;
  }
  const bool whole = archive.stream(
      path, [&](std::string_view piece) { digest->add(piece); }, diagnostics);
  if (!whole) return;
  const std::string actual = digest->finish();
  if (same_digest(actual, entry.hash->value)) return;
  diagnostics
      .error(Code::archive_manifest, entry.hash->value_at,
             quote_name(path) + " is not the file that the manifest describes: its digest differs")
      .explain("Its " + std::string(digest->algorithm()) + " is " + actual +
               ". If the change is meant, write that into the manifest and sign it anew; else get the package anew.");
}

void check_entry(const Archive& archive, const ManifestEntry& entry, Diagnostics& diagnostics) {
  const std::string& source = entry.source.value;
  if (source.find("://") != std::string::npos) {
    diagnostics.note(Code::archive_manifest, entry.source.value_at,
                     quote_name(source) + " is not in the package: its digest is not checked");
    return;
  }
  const auto found = archive.find(source);
  if (!found || found->directory) {
    std::vector<std::string_view> files;
    for (const Entry& other : archive.entries()) files.emplace_back(other.path);
    diagnostics.error(Code::archive_manifest, entry.source.value_at,
                      "the manifest names " + quote_name(source) + ", which is not in the package" + did_you_mean(source, files));
    return;
  }
  if (entry.hash) check_digest(archive, found->path, entry, diagnostics);
}

}  // namespace

bool check_manifest(const Archive& archive, const Metadata& metadata, const std::string& entry_definitions, Sources& sources,
                    Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errors();
  const auto path = find_manifest(archive, metadata, entry_definitions, diagnostics);
  auto text = path ? archive.read(*path, diagnostics) : std::nullopt;
  if (!text) return diagnostics.errors() == before;
  const auto manifest = parse_manifest(sources.add(*path, std::move(*text)), sources, diagnostics);
  if (!manifest) return false;
  for (const ManifestEntry& entry : manifest->entries) check_entry(archive, entry, diagnostics);
  return diagnostics.errors() == before;
}

}  // namespace planbuilder::csar
