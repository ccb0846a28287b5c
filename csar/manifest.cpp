#include "csar/manifest.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

class ManifestParser {
 public:
  ManifestParser(FileId file, Diagnostics& diagnostics) : file_(file), diagnostics_(diagnostics) {}

  void take_line(std::string_view line, std::uint32_t number) {
    const std::string_view text = trim(line);
    if (text.starts_with("-----BEGIN") && !manifest_.has_signature) {
      manifest_.has_signature = true;
      manifest_.signature_at = {file_, number, 1, static_cast<std::uint32_t>(text.size())};
    }
    if (manifest_.has_signature || text.empty() || text.starts_with('#')) return;
    const auto column = static_cast<std::uint32_t>(text.data() - line.data() + 1);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) {
      report({file_, number, column, static_cast<std::uint32_t>(text.size())}, "this is not a line of the form 'Key: value'");
      return;
    }
    const std::string_view key = trim(text.substr(0, colon));
    const std::string_view value = trim(text.substr(colon + 1));
    const std::size_t value_at = value.empty() ? line.find(':') : static_cast<std::size_t>(value.data() - line.data());
    const auto value_column = static_cast<std::uint32_t>(value_at + 1);
    take_field({std::string(key),
                std::string(value),
                {file_, number, column, static_cast<std::uint32_t>(key.size())},
                {file_, number, value_column, static_cast<std::uint32_t>(std::max<std::size_t>(value.size(), 1))}},
               column > 1);
  }

  std::optional<Manifest> finish() {
    for (const ManifestEntry& entry : manifest_.entries) {
      if (entry.algorithm.has_value() != entry.hash.has_value()) {
        report(entry.source.at,
               entry.hash ? "this entry has a Hash, but no Algorithm" : "this entry has an Algorithm, but no Hash");
      }
    }
    if (bad_) return std::nullopt;
    return std::move(manifest_);
  }

 private:
  Diagnostic& report(SourceRange at, std::string summary) {
    bad_ = true;
    return diagnostics_.error(Code::archive_manifest, at, std::move(summary));
  }

  void take_field(MetadataField field, bool indented) {
    if (field.key == "Source") {
      manifest_.entries.push_back({std::move(field)});
    } else if (field.key == "Algorithm" || field.key == "Hash") {
      take_digest(std::move(field));
    } else if ((field.key == "Signature" || field.key == "Certificate") && !manifest_.entries.empty()) {
      ManifestEntry& entry = manifest_.entries.back();
      (field.key == "Signature" ? entry.signature : entry.certificate) = std::move(field);
    } else if (!indented) {
      in_metadata_ = field.key == "metadata";
    } else if (in_metadata_) {
      manifest_.metadata.push_back(std::move(field));
    }
  }

  void take_digest(MetadataField field) {
    if (manifest_.entries.empty()) {
      report(field.at, "'" + field.key + "' belongs to a 'Source', but none stands above it");
      return;
    }
    ManifestEntry& entry = manifest_.entries.back();
    auto& place = field.key == "Hash" ? entry.hash : entry.algorithm;
    if (place) {
      report(field.at, "'" + field.key + "' is given twice for this 'Source'").note("first here", place->at);
    } else {
      place = std::move(field);
    }
  }

  FileId file_;
  Diagnostics& diagnostics_;
  Manifest manifest_;
  bool in_metadata_ = false;
  bool bad_ = false;
};

}  // namespace

std::optional<Manifest> parse_manifest(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  std::string_view text = sources.text(file);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  ManifestParser parser(file, diagnostics);
  std::uint32_t number = 0;
  for (const std::string_view line : split(text, '\n')) parser.take_line(line, ++number);
  return parser.finish();
}

std::optional<std::string> find_manifest(const Archive& archive, const Metadata& metadata, const std::string& entry_definitions,
                                         Diagnostics& diagnostics) {
  for (const std::string_view key : {"ETSI-Entry-Manifest", "Entry-Manifest"}) {
    const MetadataField* field = metadata.find(key);
    if (field == nullptr) continue;
    const auto entry = archive.find(field->value);
    if (entry && !entry->directory) return entry->path;
    diagnostics.error(Code::archive_manifest, field->value_at,
                      std::string(key) + " names " + quote_name(field->value) + ", which is not in the archive");
    return std::nullopt;
  }
  // What lies beside a single file is not asked.
  if (archive.given_file()) return std::nullopt;
  const auto beside = archive.find(entry_definitions.substr(0, entry_definitions.rfind('.')) + ".mf");
  return beside && !beside->directory ? std::optional(beside->path) : std::nullopt;
}

}  // namespace planbuilder::csar
