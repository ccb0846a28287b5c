#include "csar/amend.h"

#include "csar/amend_manifest.h"
#include "csar/amend_metadata.h"
#include "csar/paths.h"
#include "csar/signatures.h"

namespace planbuilder::csar {

namespace {

/// A CSAR may do without TOSCA.meta when its service is the one YAML file at its root.
bool does_without_metadata(const Archive& base, const std::string& entry_definitions, const std::string& version,
                           const Difference& difference) {
  const auto is_candidate = [](std::string_view path) {
    return path.find('/') == std::string_view::npos && (path.ends_with(".yaml") || path.ends_with(".yml"));
  };
  if (!base.packed() || version == "1.0" || !is_candidate(entry_definitions)) return false;
  for (const auto& [path, file] : difference.added) {
    if (is_candidate(path)) return false;
  }
  return true;
}

class Amendment {
 public:
  Amendment(const Archive& base, const Metadata& metadata, const std::string& entry_definitions, TypesByPath types,
            Changes& changes, Sources& sources, Diagnostics& diagnostics)
      : base_(base),
        metadata_(metadata),
        entry_definitions_(entry_definitions),
        types_(std::move(types)),
        changes_(changes),
        sources_(sources),
        diagnostics_(diagnostics) {}

  bool run() {
    if (!read_manifest() || !keeps_what_is_needed()) return false;
    signatures_.emplace(base_, manifest_ ? &*manifest_ : nullptr);
    same_content_ = drop_unchanged(base_, changes_);
    if (!metadata_.present() && !make_metadata()) return false;
    for (const OutputFile& file : changes_.put) taken_.insert(normalise(file.path));
    const Difference wanted = difference();
    const bool amends_metadata = metadata_.present() && !wanted.replaced.contains(metadata_.path);
    const bool amends_manifest = manifest_ && !wanted.replaced.contains(manifest_path_);
    aside_ = wanted.removed;
    for (const auto& [from, to] : wanted.moved) aside_.insert(from);
    for (const auto& [path, file] : wanted.replaced) supersede_signatures_of(path);
    for (const std::string& path : wanted.removed) supersede_signatures_of(path);
    // What steps aside has another name in both files, and each may have signatures of its own.
    if (amends_metadata) amend_metadata();
    if (amends_manifest && amended()) supersede_signatures_of(manifest_path_);
    if (amends_metadata) amend_metadata();
    if (amends_manifest) amend_manifest();
    return true;
  }

 private:
  [[nodiscard]] Difference difference() const { return difference_of(base_, changes_, same_content_); }
  [[nodiscard]] std::optional<AmendedManifest> amended() const {
    return amended_manifest(*manifest_, sources_.text(manifest_file_), difference());
  }

  bool read_manifest() {
    const std::size_t before = diagnostics_.errors();
    const auto path = find_manifest(base_, metadata_, entry_definitions_, diagnostics_);
    auto text = path ? base_.read(*path, diagnostics_) : std::nullopt;
    if (text) {
      manifest_path_ = *path;
      manifest_file_ = sources_.add(*path, std::move(*text));
      manifest_ = parse_manifest(manifest_file_, sources_, diagnostics_);
    }
    return diagnostics_.errors() == before;
  }

  /// What the package starts with stays in its place.
  bool keeps_what_is_needed() {
    const auto is_needed = [this](const std::string& path) {
      return path == entry_definitions_ || (metadata_.present() && path == metadata_.path) ||
             (manifest_ && path == manifest_path_);
    };
    std::set<std::string> missing;
    for (const std::string& path : changes_.removed) {
      if (is_needed(path)) missing.insert(path);
    }
    for (const auto& [from, to] : changes_.moved) {
      if (is_needed(from)) missing.insert(from);
    }
    for (const OutputFile& file : changes_.put) missing.erase(normalise(file.path));
    for (const std::string& path : missing) {
      diagnostics_.error(
          Code::archive_metadata, {},
          base_.display_name() + ": " + quote_name(path) + " cannot be left out or moved: the package starts with it");
    }
    return missing.empty();
  }

  void put(const std::string& path, std::string text) {
    for (OutputFile& file : changes_.put) {
      if (normalise(file.path) != path) continue;
      file.content = std::move(text);
      return;
    }
    changes_.put.push_back({path, std::move(text)});
  }

  bool make_metadata() {
    const auto definitions = base_.read(entry_definitions_, diagnostics_);
    if (!definitions) return false;
    const std::string version = csar_version_of(*definitions);
    const Difference changed = difference();
    if (does_without_metadata(base_, entry_definitions_, version, changed)) return true;
    for (const std::string_view path : {metadata_in_folder, metadata_at_root}) {
      if (changed.added.contains(std::string(path))) return true;
    }
    put(std::string(metadata_in_folder), made_metadata(version, entry_definitions_, types_, changed));
    return true;
  }

  void amend_metadata() {
    const auto edit = [this] { return amended_metadata(metadata_, sources_.text(metadata_.file), types_, difference()); };
    if (!edit()) return;
    supersede_signatures_of(metadata_.path);
    put(metadata_.path, *edit());
  }

  void amend_manifest() {
    auto first = amended();
    if (!first) return;
    if (!first->signature.empty()) {
      const std::string aside = free_name(manifest_path_);
      warn_of_superseded(manifest_path_, aside, manifest_->signature_at);
      put(aside, std::move(first->signature));
      first = amended();  // which lists that file, too
    }
    put(manifest_path_, std::move(first->text));
  }

  void supersede_signatures_of(const std::string& path) {
    for (const SignatureFile& signature : signatures_->of(path)) {
      if (!aside_.insert(signature.path).second) continue;
      const std::string aside = free_name(signature.path);
      warn_of_superseded(path, aside, signature.at);
      changes_.moved.emplace_back(signature.path, aside);
    }
  }

  void warn_of_superseded(const std::string& path, const std::string& aside, SourceRange at) {
    diagnostics_
        .warning(Code::archive_manifest, at,
                 base_.display_name() + ": the signature of " + quote_name(path) + " no longer holds, since that is changed")
        .explain("It is kept as " + quote_name(aside) + ", which no tool takes for a signature. Sign the package anew.");
  }

  /// A name for what steps aside that nothing has yet.
  std::string free_name(const std::string& path) {
    const std::string first = path + std::string(superseded_ending);
    std::string name = first;
    for (int number = 2; has_entry(base_, name) || taken_.contains(name); ++number) name = first + "-" + std::to_string(number);
    taken_.insert(name);
    return name;
  }

  const Archive& base_;
  const Metadata& metadata_;
  const std::string& entry_definitions_;
  TypesByPath types_;
  Changes& changes_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::set<std::string> same_content_;
  std::optional<Manifest> manifest_;
  std::string manifest_path_;
  FileId manifest_file_;
  std::optional<Signatures> signatures_;
  std::set<std::string> aside_;  // signatures that were superseded, or will not be there
  std::set<std::string> taken_;  // names that will be there and were not
};

}  // namespace

bool amend(const Archive& base, const Metadata& metadata, const std::string& entry_definitions,
           const std::vector<ContentType>& types, Changes& changes, Sources& sources, Diagnostics& diagnostics) {
  TypesByPath by_path;
  for (const ContentType& type : types) by_path[type.path] = type.type;
  return Amendment(base, metadata, entry_definitions, std::move(by_path), changes, sources, diagnostics).run();
}

}  // namespace planbuilder::csar
