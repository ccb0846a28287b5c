#include "planbuilder/tosca/checks/check_imported_names.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace planbuilder::tosca {

namespace {

/// A name that a file gives to something.
struct Named {
  std::string_view what;
  std::string_view name;
  std::size_t file;
  SourceRange at;
  bool is_type = false;

  [[nodiscard]] auto key() const { return std::tie(what, name); }
};

class ImportedNames {
 public:
  ImportedNames(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics)
      : importers_(files.size()), diagnostics_(diagnostics) {
    for (std::size_t file = 0; file < files.size(); ++file) {
      if (!is_2_0(files[file].language)) continue;
      for (const DefinitionsFile::Import& import : files[file].imports) {
        if (import.prefix.empty() && import.at.known()) importers_[import.file].push_back({file, import.at});
      }
      add(file, files[file].definitions);
    }
  }

  void check() {
    std::stable_sort(all_.begin(), all_.end(), [](const Named& a, const Named& b) { return a.key() < b.key(); });
    for (auto first = all_.begin(); first != all_.end();) {
      const auto end = std::find_if(first, all_.end(), [&](const Named& item) { return item.key() != first->key(); });
      if (end - first > 1) check(std::span(first, end));
      first = end;
    }
    if (patience_ == 0)
      diagnostics_.warning(Code::duplicate_name, {}, "so many files define the same names that not all of them were compared");
  }

 private:
  struct Importer {
    std::size_t file;
    SourceRange at;
  };

  void add(std::size_t file, const Definitions& own) {
    for (const Repository& item : own.repositories) all_.push_back({"repository", item.name, file, item.at});
    for (const FunctionDefinition& item : own.functions) all_.push_back({"function", item.name, file, item.at});
    for (const TypeDefinition& item : own.types) all_.push_back({to_string(item.kind), item.name, file, item.at, true});
  }

  /// From all files that define one name up to those that import them: where two ways meet, the name stands for two things.
  void check(std::span<const Named> same) {
    std::unordered_map<std::size_t, const Named*> seen;
    std::vector<std::size_t> waiting;
    for (const Named& item : same) {
      if (seen.emplace(item.file, &item).second) waiting.push_back(item.file);
    }
    if (waiting.size() < 2) return;  // twice in one file: reported where it is read
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const Named* brought = seen[waiting[next]];
      for (const Importer& importer : importers_[waiting[next]]) {
        if (patience_ == 0) return;
        --patience_;
        const auto [known, is_new] = seen.emplace(importer.file, brought);
        if (is_new) {
          waiting.push_back(importer.file);
        } else if (known->second != brought) {
          return report(importer, *known->second, *brought);
        }
      }
    }
  }

  /// Published files define types that they also import: what they mean is clear, as the nearest wins.
  Diagnostic& problem(const Named& known, SourceRange at, const std::string& summary) {
    if (!known.is_type) return diagnostics_.error(Code::duplicate_name, at, summary);
    return diagnostics_.tolerate(Code::duplicate_name, at, summary + "; the nearest is used", "6.8.4");
  }

  void report(const Importer& importer, const Named& known, const Named& brought) {
    const std::string what = "the " + std::string(known.what) + " '" + std::string(known.name) + "'";
    const bool own = known.file == importer.file;
    Diagnostic& found = own ? problem(known, known.at, what + " is also defined by a file that is imported")
                            : problem(known, importer.at, what + " is defined by two files that are imported");
    if (!own) found.note("it is defined here", known.at);
    found.note("it is defined here too; an import with a namespace keeps the two apart", brought.at);
  }

  std::vector<std::vector<Importer>> importers_;  // by file: who imports it without a namespace
  std::vector<Named> all_;
  // Names that are defined often, each seen from far, make this a matter of all pairs; then the last ones are not looked at.
  std::size_t patience_ = 1'000'000;  // imports to follow
  Diagnostics& diagnostics_;
};

}  // namespace

void check_imported_names(const std::vector<DefinitionsFile>& files, Diagnostics& diagnostics) {
  ImportedNames(files, diagnostics).check();
}

}  // namespace planbuilder::tosca
