// Edits of single lines of a text; all other bytes stay as they are.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/support/source.h"

namespace planbuilder::csar {

/// Lines are counted from 1, as in source ranges, and stay what they were whatever is edited before them.
class LineEdits {
 public:
  explicit LineEdits(std::string_view text);

  [[nodiscard]] std::uint32_t lines() const { return static_cast<std::uint32_t>(lines_.size()); }
  [[nodiscard]] bool is_blank(std::uint32_t line) const;
  /// Without its end.
  [[nodiscard]] std::string_view line(std::uint32_t line) const;
  /// What ends lines in this text.
  [[nodiscard]] std::string_view line_end() const { return end_; }

  void remove(std::uint32_t first, std::uint32_t last);
  /// Removes lines and gives them as they were.
  std::string take(std::uint32_t first, std::uint32_t last);
  /// Removes lines together with the blank lines that set them off from what follows, or, at the end, from what comes before.
  void remove_paragraph(std::uint32_t first, std::uint32_t last);
  void replace(const SourceRange& at, std::string_view with);
  /// Whole lines, each with its end, set off by a blank line from what is left up to that line.
  void insert_paragraph_after(std::uint32_t line, std::string_view text);

  [[nodiscard]] bool changed() const { return changed_; }
  [[nodiscard]] std::string text() const;

 private:
  std::string mark_;  // of the byte order, before the first line
  std::string_view end_ = "\n";
  std::vector<std::string> lines_;  // with their ends
  std::map<std::uint32_t, std::string> inserted_;
  bool changed_ = false;
};

}  // namespace planbuilder::csar
