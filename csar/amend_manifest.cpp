#include "csar/amend_manifest.h"

#include <algorithm>

#include "csar/digest.h"
#include "csar/line_edits.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace {

constexpr std::string_view algorithm_of_new_entries = "SHA-256";

std::string finish(Digest digest, std::string_view content) {
  digest.add(content);
  return digest.finish();
}

class Editor {
 public:
  Editor(const Manifest& manifest, std::string_view text, const Difference& difference)
      : manifest_(manifest), difference_(difference), edits_(text) {}

  std::optional<AmendedManifest> run() {
    for (const ManifestEntry& entry : manifest_.entries) {
      if (const auto path = resolve({}, entry.source.value)) edit(entry, *path);
    }
    add_entries();
    if (!edits_.changed()) return std::nullopt;
    AmendedManifest amended;
    if (manifest_.has_signature) amended.signature = edits_.take(manifest_.signature_at.line, edits_.lines());
    amended.text = edits_.text();
    return amended;
  }

 private:
  void edit(const ManifestEntry& entry, const std::string& path) {
    const auto moved = difference_.moved.find(path);
    const auto replaced = difference_.replaced.find(path);
    if (moved == difference_.moved.end()) listed_.insert(path);
    if (difference_.removed.contains(path)) {
      remove(entry);
    } else if (moved != difference_.moved.end()) {
      edits_.replace(entry.source.value_at, moved->second);
    } else if (replaced != difference_.replaced.end()) {
      renew(entry, replaced->second->content);
    }
  }

  void remove(const ManifestEntry& entry) {
    std::uint32_t last = entry.source.at.line;
    for (const auto* field : {&entry.algorithm, &entry.hash, &entry.signature, &entry.certificate}) {
      if (*field) last = std::max(last, (*field)->at.line);
    }
    edits_.remove_paragraph(entry.source.at.line, last);
  }

  void renew(const ManifestEntry& entry, std::string_view content) {
    for (const auto* field : {&entry.signature, &entry.certificate}) {
      if (*field) edits_.remove((*field)->at.line, (*field)->at.line);
    }
    if (!entry.hash) return;
    auto known = Digest::of(entry.algorithm->value);
    if (!known) edits_.replace(entry.algorithm->value_at, algorithm_of_new_entries);
    const std::string digest = finish(known ? std::move(*known) : *Digest::of(algorithm_of_new_entries), content);
    if (!same_digest(digest, entry.hash->value)) edits_.replace(entry.hash->value_at, digest);
  }

  void add_entries() {
    const std::string end(edits_.line_end());
    std::string entries;
    for (const auto& [path, file] : difference_.added) {
      if (listed_.contains(path)) continue;
      if (!entries.empty()) entries += end;
      entries += "Source: " + path + end + "Algorithm: " + std::string(algorithm_of_new_entries) + end +
                 "Hash: " + finish(*Digest::of(algorithm_of_new_entries), file->content) + end;
    }
    if (!entries.empty()) edits_.insert_paragraph_after(last_line(), entries);
  }

  /// The last line that says something before the signature.
  [[nodiscard]] std::uint32_t last_line() const {
    std::uint32_t line = manifest_.has_signature ? manifest_.signature_at.line - 1 : edits_.lines();
    while (line > 0 && edits_.is_blank(line)) --line;
    return line;
  }

  const Manifest& manifest_;
  const Difference& difference_;
  LineEdits edits_;
  std::set<std::string> listed_;  // files that have an entry and keep it
};

}  // namespace

std::optional<AmendedManifest> amended_manifest(const Manifest& manifest, std::string_view text, const Difference& difference) {
  return Editor(manifest, text, difference).run();
}

}  // namespace planbuilder::csar
