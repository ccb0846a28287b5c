#include "planbuilder/diff/line_diff.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/support/text.h"

namespace planbuilder::diff {

namespace {

constexpr std::size_t most_edits = 400;    // that are looked for; the trace takes space by their square
constexpr std::size_t longest_line = 300;  // in bytes

/// Lines with their ends, since these can differ, too.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

bool is_text(std::string_view content) { return content.find('\0') == std::string_view::npos && is_utf8(content); }

std::string cut(std::string_view line) {
  if (line.size() <= longest_line) return std::string(line);
  std::size_t end = longest_line;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;  // not inside of a character
  return std::string(line.substr(0, end)) + "...";
}

/// Which lines of each side have no counterpart on the other.
struct Edits {
  std::vector<std::size_t> gone;
  std::vector<std::size_t> added;
};

/// The shortest list of edits, after Myers: how far one gets on each diagonal with d edits.
class ShortestEdits {
 public:
  ShortestEdits(const std::vector<std::string_view>& before, const std::vector<std::string_view>& after) {
    std::unordered_map<std::string_view, int> numbers;
    for (const auto& [lines, ids] : {std::pair(&before, &before_), std::pair(&after, &after_)}) {
      for (const std::string_view line : *lines)
        ids->push_back(numbers.try_emplace(line, static_cast<int>(numbers.size())).first->second);
    }
    while (start_ < before_.size() && start_ < after_.size() && before_[start_] == after_[start_]) ++start_;
    std::size_t common_end = 0;
    while (common_end < std::min(before_.size(), after_.size()) - start_ &&
           before_[before_.size() - 1 - common_end] == after_[after_.size() - 1 - common_end])
      ++common_end;
    rows_ = static_cast<long>(before_.size() - start_ - common_end);
    columns_ = static_cast<long>(after_.size() - start_ - common_end);
  }

  Edits find() {
    for (std::size_t edits = 0; edits <= most_edits; ++edits) {
      if (reach(static_cast<long>(edits))) return follow_back();
    }
    return all();
  }

 private:
  /// How far it is on the diagonals -d to d, every second one.
  [[nodiscard]] static long furthest(const std::vector<long>& front, long diagonal) {
    return front[static_cast<std::size_t>(diagonal + static_cast<long>(front.size() / 2))];
  }

  /// Whether the step onto this diagonal is a line that is new, rather than one that is gone.
  [[nodiscard]] static bool comes_by_adding(const std::vector<long>& front, long diagonal, long edits) {
    return diagonal == -edits || (diagonal != edits && furthest(front, diagonal - 1) < furthest(front, diagonal + 1));
  }

  bool reach(long edits) {
    std::vector<long> front(static_cast<std::size_t>(2 * edits + 3), 0);
    for (long diagonal = -edits; diagonal <= edits; diagonal += 2) {
      long row = 0;
      if (edits > 0) {
        const std::vector<long>& last = fronts_.back();
        row = comes_by_adding(last, diagonal, edits) ? furthest(last, diagonal + 1) : furthest(last, diagonal - 1) + 1;
      }
      while (row < rows_ && row - diagonal < columns_ && same(row, row - diagonal)) ++row;
      front[static_cast<std::size_t>(diagonal + edits + 1)] = row;
      if (row >= rows_ && row - diagonal >= columns_) return true;
    }
    fronts_.push_back(std::move(front));
    return false;
  }

  [[nodiscard]] bool same(long row, long column) const {
    return before_[start_ + static_cast<std::size_t>(row)] == after_[start_ + static_cast<std::size_t>(column)];
  }

  Edits follow_back() {
    Edits edits;
    long row = rows_;
    long column = columns_;
    for (auto edit = static_cast<long>(fronts_.size()); edit > 0; --edit) {
      const std::vector<long>& last = fronts_[static_cast<std::size_t>(edit - 1)];
      const long diagonal = row - column;
      const bool adding = comes_by_adding(last, diagonal, edit);
      const long from = diagonal + (adding ? 1 : -1);
      row = furthest(last, from);
      column = row - from;
      (adding ? edits.added : edits.gone).push_back(start_ + static_cast<std::size_t>(adding ? column : row));
    }
    std::ranges::reverse(edits.gone);
    std::ranges::reverse(edits.added);
    return edits;
  }

  [[nodiscard]] Edits all() const {
    Edits edits;
    for (long row = 0; row < rows_; ++row) edits.gone.push_back(start_ + static_cast<std::size_t>(row));
    for (long column = 0; column < columns_; ++column) edits.added.push_back(start_ + static_cast<std::size_t>(column));
    return edits;
  }

  std::vector<int> before_;  // lines as numbers: equal ones have the same
  std::vector<int> after_;
  std::size_t start_ = 0;  // as many lines at the start are equal
  long rows_ = 0;          // lines of each side between the equal ones at both ends
  long columns_ = 0;
  std::vector<std::vector<long>> fronts_;
};

LineChange change_of(bool added, const std::vector<std::string_view>& lines, std::size_t index) {
  std::string_view text = lines[index];
  const bool ended = text.ends_with('\n');
  if (ended) text.remove_suffix(1);
  return {added, index + 1, cut(text), !ended};
}

}  // namespace

std::optional<LineDifference> compare_lines(std::string_view before, std::string_view after, std::size_t most) {
  if (!is_text(before) || !is_text(after)) return std::nullopt;
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  const Edits edits = ShortestEdits(old_lines, new_lines).find();
  LineDifference difference;
  auto gone = edits.gone.begin();
  auto added = edits.added.begin();
  // Between two edits, both sides go on alike: what is gone comes first where it stands no further from its start.
  while (gone != edits.gone.end() || added != edits.added.end()) {
    const auto done_gone = static_cast<std::size_t>(gone - edits.gone.begin());
    const auto done_added = static_cast<std::size_t>(added - edits.added.begin());
    const bool next_is_gone =
        added == edits.added.end() || (gone != edits.gone.end() && *gone - done_gone <= *added - done_added);
    if (difference.lines.size() >= most) {
      ++difference.more;
      next_is_gone ? ++gone : ++added;
    } else {
      difference.lines.push_back(next_is_gone ? change_of(false, old_lines, *gone++) : change_of(true, new_lines, *added++));
    }
  }
  return difference;
}

}  // namespace planbuilder::diff
