#include "planbuilder/tosca/files/read_files.h"

#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <unordered_map>

#include "csar/archive.h"
#include "csar/paths.h"
#include "planbuilder/support/limit_remedy.h"
#include "planbuilder/support/text.h"
#include "planbuilder/support/utf16.h"
#include "planbuilder/tosca/files/profiles.h"
#include "planbuilder/tosca/model/language.h"
#include "planbuilder/tosca/xml/read_definitions.h"
#include "planbuilder/tosca/yaml/read_definitions.h"
#include "planbuilder/tosca/yaml/read_yaml.h"

namespace planbuilder::tosca {

namespace {

bool is_remote(std::string_view location) { return location.find("://") != std::string_view::npos; }

class FilesReader {
 public:
  FilesReader(const csar::Archive& archive, const LoadOptions& options, Sources& sources, Diagnostics& diagnostics)
      : archive_(archive), options_(options), sources_(sources), diagnostics_(diagnostics) {}

  std::vector<DefinitionsFile> read(const std::string& entry) {
    if (options_.shipped_entry) {
      add(entry, std::string(options_.shipped_entry->text), true);
    } else if (auto text = text_of(entry)) {
      add(entry, std::move(*text));
    }
    follow_all();
    const std::size_t imported = files_.size();
    for (const std::string& path : options_.other_definitions) add_other(path);
    follow_all();
    for (std::size_t i = imported; i < files_.size(); ++i) files_[i].beside = true;
    return std::move(files_);
  }

 private:
  struct Pending {
    std::size_t importer;
    std::string location;
    std::string prefix;
    SourceRange at;
    std::string repository = {};
    std::string profile = {};
    bool xml = false;
  };

  /// Breadth first: a file that is appended while another is read waits for its turn.
  void follow_all() {
    for (; !pending_.empty() && !is_full_; pending_.pop_front()) {
      const Pending wanted = pending_.front();
      follow(wanted);
      if (files_.size() - 1 - implicit_.size() > options_.limits.imported_files) report_too_many(wanted);
    }
  }

  [[nodiscard]] std::optional<std::string> text_of(const std::string& path) const {
    const auto restored = options_.restored.find(path);
    return restored == options_.restored.end() ? archive_.read(path, diagnostics_) : restored->second;
  }

  /// What the archive lists beside the entry is seen by it, as if it was imported.
  void add_other(const std::string& path) {
    if (files_.empty() || index_by_path_.contains(path) || !archive_.find(path)) return;
    if (auto text = text_of(path)) {
      const std::size_t index = add(path, std::move(*text));
      files_.front().imports.push_back({index, ""});
    }
  }

  std::size_t add(const std::string& path, std::string text, bool shipped = false) {
    const std::size_t index = files_.size();
    index_by_path_[path] = index;
    files_.emplace_back();
    if (auto converted = utf8_of_utf16(text); converted && looks_like_xml(*converted)) text = std::move(*converted);
    files_[index].id = sources_.add(path, std::move(text));
    files_[index].shipped = shipped;
    if (shipped) diagnostics_.excuse(files_[index].id);
    if (looks_like_xml(sources_.text(files_[index].id))) {
      parse_xml(index);
    } else {
      parse_yaml(index, shipped);
    }
    return index;
  }

  void parse_xml(std::size_t index) {
    auto file = xml::read_definitions(sources_, files_[index].id, options_.limits, diagnostics_);
    if (!file) return;
    files_[index].language = Language::xml_1_0;
    files_[index].definitions = std::move(file->definitions);
    for (const xml::Import& import : file->imports) {
      // Schemas describe properties; their types are not needed to plan.
      if (import.type == "http://www.w3.org/2001/XMLSchema" || import.location.empty()) continue;
      pending_.push_back({index, import.location, "", import.at, "", "", true});
    }
    add_implicit_types(index, {xml_base_types()});
  }

  void parse_yaml(std::size_t index, bool shipped) {
    const auto tree = yaml::read_yaml(sources_, files_[index].id, options_.yaml, diagnostics_);
    if (!tree) return;
    const bool strict = diagnostics_.refuses_tolerated() && !shipped;
    auto file = yaml::read_definitions(*tree, version_, shipped || elsewhere_.contains(index), diagnostics_, strict);
    if (!file) return;
    if (!version_) version_ = file->version;
    files_[index].language = file->version;
    files_[index].definitions = std::move(file->definitions);
    if (!reading_implicit_) {
      report_deprecated(*file);
      if (const auto& service = files_[index].definitions.service)
        files_[index].unread_inputs = yaml::find_unread_inputs(*tree, service->inputs);
    }
    for (const yaml::Import& import : file->imports)
      pending_.push_back({index, import.file, import.namespace_prefix, import.at, import.repository, import.profile});
    note_repositories(files_[index].definitions.repositories);
    add_implicit_types(index, implicit_profiles(file->version));
  }

  void report_deprecated(const yaml::File& file) {
    for (const yaml::DeprecatedNotation& use : file.deprecated) {
      diagnostics_.warning(Code::deprecated_notation, use.first,
                           std::string(use.notation) + " is deprecated in " + yaml::in_words(file.version) + ": " +
                               std::string(use.instead) +
                               (use.count > 1 ? " (" + count_of(use.count, "place") + " of this file)" : ""));
    }
  }

  /// The types of the first file's version serve the whole service: mixing two profiles would make two
  /// different types of each name.
  void add_implicit_types(std::size_t importer, const std::vector<embedded::File>& files) {
    if (reading_implicit_ || files.empty()) return;
    if (implicit_.empty()) {
      reading_implicit_ = true;
      for (const embedded::File& file : files) implicit_.push_back(add(std::string(file.path), std::string(file.text), true));
      reading_implicit_ = false;
      for (const std::size_t file : implicit_) {
        for (const std::size_t other : implicit_) {
          if (file != other) files_[file].imports.push_back({other, ""});
        }
      }
    }
    for (const std::size_t file : implicit_) files_[importer].imports.push_back({file, ""});
  }

  void note_repositories(const std::vector<Repository>& repositories) {
    for (const Repository& repository : repositories) repositories_.emplace(repository.name, repository.url);
  }

  void follow(const Pending& wanted) {
    if (!wanted.profile.empty()) return follow_profile(wanted);
    if (yaml::parse_version(wanted.location)) return import_implicit(wanted);
    if (const auto elsewhere = find_elsewhere(wanted)) return import_from_disk(wanted, *elsewhere);
    if (!wanted.repository.empty()) return report_remote(wanted);
    if (is_remote(wanted.location)) return follow_remote(wanted);
    const auto path = archive_.resolve(sources_.path(files_[wanted.importer].id), wanted.location);
    if (!path) {
      diagnostics_.error(Code::import_not_found, wanted.at, "the import '" + wanted.location + "' leads out of the archive");
      return;
    }
    import_from_archive(wanted, *path);
  }

  /// Packages bring along what their files import by the address of its publisher, as those of ETSI NFV do: under the same name,
  /// beside the file that imports it.
  void follow_remote(const Pending& wanted) {
    const std::string importer = sources_.path(files_[wanted.importer].id);
    const std::string name = wanted.location.substr(wanted.location.rfind('/') + 1);
    const auto beside = name.empty() || elsewhere_.contains(wanted.importer) ? std::nullopt : archive_.resolve(importer, name);
    if (!beside || *beside == importer || !archive_.find(*beside)) return report_remote(wanted);
    diagnostics_.note(Code::import_remote, wanted.at,
                      "'" + wanted.location + "' is read from the file '" + *beside + "' of that name: nothing is fetched");
    import_from_archive(wanted, *beside);
  }

  /// The alias or namespace of a version: its types are there already, but may be given a prefix.
  void import_implicit(const Pending& wanted) {
    for (const std::size_t file : implicit_) files_[wanted.importer].imports.push_back({file, wanted.prefix});
  }

  void import_from_archive(const Pending& wanted, const std::string& path) {
    if (import_known(wanted, path)) return;
    if (!archive_.find(path)) {
      diagnostics_.error(Code::import_not_found, wanted.at, "there is no file '" + path + "' to import");
      return;
    }
    if (auto text = text_of(path)) {
      const std::size_t index = add(path, std::move(*text));
      files_[wanted.importer].imports.push_back({index, wanted.prefix, place_of(wanted)});
    }
  }

  /// A profile is where the import map says, or a file of the archive that bears its name, or one that ships with the tool.
  void follow_profile(const Pending& wanted) {
    if (const auto mapped = options_.imports.find("profile", wanted.profile)) return import_mapped_profile(wanted, *mapped);
    if (profiles_of_archive_.empty()) find_profiles_of_archive();
    if (const auto here = profiles_of_archive_.find(wanted.profile); here != profiles_of_archive_.end()) {
      return import_from_archive(wanted, here->second);
    }
    if (is_implicit(wanted.profile)) return import_implicit(wanted);
    if (const auto shipped = shipped_profile(wanted.profile)) {
      if (import_known(wanted, std::string(shipped->path))) return;
      const std::size_t index = add(std::string(shipped->path), std::string(shipped->text), true);
      files_[wanted.importer].imports.push_back({index, wanted.prefix, place_of(wanted)});
      return;
    }
    report_no_profile(wanted);
  }

  void report_no_profile(const Pending& wanted) {
    const std::size_t colon = wanted.profile.find(':');
    const bool is_archive = files_[wanted.importer].language == Language::alien;
    diagnostics_
        .error(Code::import_not_found, wanted.at,
               "there is no " + std::string(is_archive ? "archive" : "profile") + " '" + wanted.profile + "'")
        .explain("put its file into the archive" +
                 (is_archive ? " (the one with template_name " + wanted.profile.substr(0, colon) + " and template_version " +
                                   wanted.profile.substr(colon + 1) + ")"
                             : "") +
                 ", or say where it is by --import-map: a line 'profile', a tab, '" + wanted.profile +
                 "', a tab, the path of its file");
  }

  /// The map may name the file or the folder of a profile.
  void import_mapped_profile(const Pending& wanted, const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) return import_from_disk(wanted, path);
    import_from_disk(wanted, find_only_definitions(path).value_or(path / "profile.yaml"));
  }

  /// An unpacked archive has one file of definitions at its root.
  static std::optional<std::filesystem::path> find_only_definitions(const std::filesystem::path& folder) {
    std::optional<std::filesystem::path> only;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".yaml" && entry.path().extension() != ".yml") continue;
      if (entry.path().filename() == "profile.yaml" || only) return std::nullopt;
      only = entry.path();
    }
    return only;
  }

  void find_profiles_of_archive() {
    profiles_of_archive_.emplace("", "");  // looked for
    for (const csar::Entry& entry : archive_.entries()) {
      const std::string_view name = entry.path;
      if (!name.ends_with(".yaml") && !name.ends_with(".yml")) continue;
      Diagnostics unheard;  // what is wrong with a file is said when it is imported
      Sources aside;
      auto text = archive_.read(entry.path, unheard);
      if (!text) continue;
      if (text->find("profile:") == std::string::npos && text->find("alien_dsl_") == std::string::npos) continue;
      const FileId id = aside.add(entry.path, std::move(*text));
      const auto tree = yaml::read_yaml(aside, id, options_.yaml, unheard);
      const std::string profile = tree ? yaml::profile_of(*tree) : "";
      if (!profile.empty()) profiles_of_archive_.emplace(profile, entry.path);
    }
  }

  [[nodiscard]] SourceRange place_of(const Pending& wanted) const { return wanted.xml ? SourceRange() : wanted.at; }

  bool import_known(const Pending& wanted, const std::string& path) {
    const auto known = index_by_path_.find(path);
    if (known == index_by_path_.end()) return false;
    files_[wanted.importer].imports.push_back({known->second, wanted.prefix, place_of(wanted)});
    return true;
  }

  /// What the import map names, and what such a file imports in turn, is outside of the input.
  std::optional<std::filesystem::path> find_elsewhere(const Pending& wanted) const {
    if (!wanted.repository.empty()) {
      const auto root = options_.imports.find("repository", wanted.repository);
      if (root) return std::filesystem::path(*root) / wanted.location;
      // What is mapped may be the place that the repository stands for.
      const auto url = repositories_.find(wanted.repository);
      if (url == repositories_.end()) return std::nullopt;
      return options_.imports.find("url", url->second + (url->second.ends_with('/') ? "" : "/") + wanted.location);
    }
    if (is_remote(wanted.location)) return options_.imports.find("url", wanted.location);
    const auto from = elsewhere_.find(wanted.importer);
    if (from == elsewhere_.end()) return std::nullopt;
    return (from->second.parent_path() / wanted.location).lexically_normal();
  }

  void import_from_disk(const Pending& wanted, const std::filesystem::path& path) {
    if (import_known(wanted, path.string())) return;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      diagnostics_.error(Code::import_not_found, wanted.at,
                         "there is no file '" + path.string() + "', where '" +
                             (wanted.profile.empty() ? wanted.location : wanted.profile) + "' should be found");
      return;
    }
    elsewhere_.emplace(files_.size(), path);
    const std::size_t index = add(path.string(), std::string(std::istreambuf_iterator<char>(in), {}));
    files_[index].elsewhere = true;
    files_[wanted.importer].imports.push_back({index, wanted.prefix, place_of(wanted)});
  }

  void report_too_many(const Pending& wanted) {
    is_full_ = true;
    diagnostics_
        .error(Code::import_limit, wanted.at,
               "more than " + count_of(options_.limits.imported_files, "file") + " are imported, by this one and others")
        .explain(limit_remedy("imported-files", options_.limits.imported_files));
  }

  void report_unknown_repository(const Pending& wanted) {
    std::vector<std::string_view> known;
    for (const auto& [name, url] : repositories_) known.push_back(name);
    diagnostics_.error(Code::unknown_name, wanted.at,
                       "there is no repository '" + wanted.repository + "'" + did_you_mean(wanted.repository, known));
  }

  void report_remote(const Pending& wanted) {
    const bool repository = !wanted.repository.empty();
    if (repository && !repositories_.contains(wanted.repository)) return report_unknown_repository(wanted);
    diagnostics_
        .error(Code::import_remote, wanted.at,
               "'" + wanted.location + "' is not part of the archive, and planbuilder never opens a network connection")
        .explain("put the file beside this one and import it by its relative path, or say where it is by --import-map: a line '" +
                 std::string(repository ? "repository" : "url") + "', a tab, '" +
                 (repository ? wanted.repository : wanted.location) + "', a tab, its path");
  }

  const csar::Archive& archive_;
  const LoadOptions& options_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<DefinitionsFile> files_;
  std::unordered_map<std::string, std::size_t> index_by_path_;
  std::deque<Pending> pending_;
  std::map<std::size_t, std::filesystem::path> elsewhere_;  // files that are not of the input
  std::map<std::string, std::string> repositories_;         // name -> url
  std::map<std::string, std::string> profiles_of_archive_;  // name -> path
  std::vector<std::size_t> implicit_;
  bool reading_implicit_ = false;
  bool is_full_ = false;
  std::optional<yaml::Version> version_;  // of the service
};

}  // namespace

std::vector<DefinitionsFile> read_files(const csar::Archive& archive, const std::string& entry, const LoadOptions& options,
                                        Sources& sources, Diagnostics& diagnostics) {
  return FilesReader(archive, options, sources, diagnostics).read(entry);
}

}  // namespace planbuilder::tosca
