#include "csar/line_edits.h"

#include "planbuilder/support/text.h"

namespace planbuilder::csar {

LineEdits::LineEdits(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) mark_ = mark;
  text.remove_prefix(mark_.size());
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines_.emplace_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(lines_.back().size());
  }
  if (!lines_.empty() && lines_.front().ends_with("\r\n")) end_ = "\r\n";
}

bool LineEdits::is_blank(std::uint32_t line) const { return trim(lines_[line - 1]).empty(); }

std::string_view LineEdits::line(std::uint32_t line) const {
  std::string_view text = lines_[line - 1];
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

void LineEdits::remove(std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t line = first; line <= last; ++line) lines_[line - 1].clear();
  changed_ = true;
}

std::string LineEdits::take(std::uint32_t first, std::uint32_t last) {
  std::string taken;
  for (std::uint32_t line = first; line <= last; ++line) taken += lines_[line - 1];
  remove(first, last);
  return taken;
}

void LineEdits::remove_paragraph(std::uint32_t first, std::uint32_t last) {
  std::uint32_t end = last;
  while (end < lines() && is_blank(end + 1)) ++end;
  if (end == lines()) {
    end = last;
    while (first > 1 && is_blank(first - 1)) --first;
  }
  remove(first, end);
}

void LineEdits::replace(const SourceRange& at, std::string_view with) {
  lines_[at.line - 1].replace(at.column - 1, at.length, with);
  changed_ = true;
}

void LineEdits::insert_paragraph_after(std::uint32_t line, std::string_view text) {
  std::uint32_t last = line;
  while (last > 0 && lines_[last - 1].empty()) --last;  // those are removed
  std::string& inserted = inserted_[line];
  if (last > 0 && !lines_[last - 1].ends_with('\n')) inserted += end_;
  if (last > 0 && !is_blank(last)) inserted += end_;
  inserted += text;
  changed_ = true;
}

std::string LineEdits::text() const {
  std::string out = mark_;
  const auto insert = [&](std::uint32_t after) {
    if (const auto found = inserted_.find(after); found != inserted_.end()) out += found->second;
  };
  insert(0);  // into an empty text
  for (std::uint32_t line = 1; line <= lines(); ++line) {
    out += lines_[line - 1];
    insert(line);
  }
  return out;
}

}  // namespace planbuilder::csar
