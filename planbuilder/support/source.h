// The texts that were read, and places in them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "planbuilder/support/ids.h"

namespace planbuilder {

using FileId = Id<struct FileTag>;

/// A place in a source text: 1-based line and column (in bytes); no line means the file as a whole.
struct SourceRange {
  FileId file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;

  [[nodiscard]] bool known() const { return file.valid(); }
  auto operator<=>(const SourceRange&) const = default;
};

/// A place as it is written into documents: independent of the texts in memory.
struct Location {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool operator==(const Location&) const = default;
};

/// Owns the texts of one run. References stay valid as files are added.
class Sources {
 public:
  FileId add(std::string path, std::string text);

  /// Ids are counted from 0.
  [[nodiscard]] std::size_t size() const { return files_.size(); }
  [[nodiscard]] const std::string& path(FileId file) const { return files_[file.index()].path; }
  [[nodiscard]] std::string_view text(FileId file) const { return files_[file.index()].text; }

  /// The text of one line, without its end.
  [[nodiscard]] std::string_view line(FileId file, std::uint32_t line) const;

  /// Where a byte offset is; used by readers that count bytes only.
  [[nodiscard]] SourceRange at_offset(FileId file, std::size_t offset, std::uint32_t length = 1) const;

  [[nodiscard]] std::optional<Location> locate(const SourceRange& range) const;

 private:
  struct File {
    std::string path;
    std::string text;
    mutable std::vector<std::uint32_t> line_starts;  // filled when first asked for
  };
  static const std::vector<std::uint32_t>& line_starts(const File& file);
  std::deque<File> files_;
};

/// `file:line:column`, as messages write it.
std::string to_string(const Location& location);

}  // namespace planbuilder
