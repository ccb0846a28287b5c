#include "csar/amend.h"

#include "csar/amend_metadata.h"
#include "csar/paths.h"

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
    same_content_ = drop_unchanged(base_, changes_);
    if (!metadata_.present()) return make_metadata();
    if (auto text = amended_metadata(metadata_, sources_.text(metadata_.file), types_, difference()))
      put(metadata_.path, std::move(*text));
    return true;
  }

 private:
  [[nodiscard]] Difference difference() const { return difference_of(base_, changes_, same_content_); }

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

  const Archive& base_;
  const Metadata& metadata_;
  const std::string& entry_definitions_;
  TypesByPath types_;
  Changes& changes_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::set<std::string> same_content_;
};

}  // namespace

bool amend(const Archive& base, const Metadata& metadata, const std::string& entry_definitions,
           const std::vector<ContentType>& types, Changes& changes, Sources& sources, Diagnostics& diagnostics) {
  TypesByPath by_path;
  for (const ContentType& type : types) by_path[type.path] = type.type;
  return Amendment(base, metadata, entry_definitions, std::move(by_path), changes, sources, diagnostics).run();
}

}  // namespace planbuilder::csar
