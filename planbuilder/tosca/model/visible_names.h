// What a name stands for, seen from a file: its own names first, then those of what it imports, the nearest first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "planbuilder/tosca/model/definitions_file.h"

namespace planbuilder::tosca {

/// Who imports whom, and under which namespace.
class ImportGraph {
 public:
  struct Import {
    std::size_t file;
    std::string prefix;  // of the names that it brings, with its colon
  };

  explicit ImportGraph(const std::vector<DefinitionsFile>& files);

  [[nodiscard]] std::size_t size() const { return imports_.size(); }
  /// Those that an author writes come before those that are there without.
  [[nodiscard]] const std::vector<Import>& imports_of(std::size_t file) const { return imports_[file]; }

 private:
  std::vector<std::vector<Import>> imports_;
};

/// Names are looked for when they are asked for, and what was found is kept at each file on the way. Listing for every file what
/// it sees would take space that grows with the square of the files, and, under namespaces, with the number of ways between them.
class VisibleNames {
 public:
  explicit VisibleNames(std::shared_ptr<const ImportGraph> imports) : imports_(std::move(imports)), files_(imports_->size()) {}
  VisibleNames(VisibleNames&&) = default;
  VisibleNames& operator=(VisibleNames&&) = default;

  /// False when the file has the name already.
  bool declare(std::size_t file, const std::string& name, std::uint32_t what);
  [[nodiscard]] std::optional<std::uint32_t> find(std::size_t file, std::string_view name) const;
  /// What can be written in the file, the nearest first; of very many only some.
  [[nodiscard]] std::vector<std::string> some_names(std::size_t file) const;

 private:
  /// So that names are looked up without a copy of them.
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  struct Seen {
    std::uint32_t what;      // or nowhere
    std::uint32_t distance;  // in imports; 0: of the file itself
  };
  using Names = std::unordered_map<std::string, Seen, TextHash, std::equal_to<>>;
  class Search;
  [[nodiscard]] bool is_declared_anywhere(std::string_view name) const;

  static constexpr std::uint32_t nowhere = 0xffffffff;
  std::shared_ptr<const ImportGraph> imports_;
  mutable std::vector<Names> files_;                    // own names, and those that were looked for
  std::unordered_set<std::string_view> declared_ = {};  // in any file, as they are called there
};

}  // namespace planbuilder::tosca
