#include "planbuilder/support/source.h"

#include <algorithm>

namespace planbuilder {

FileId Sources::add(std::string path, std::string text) {
  files_.push_back({std::move(path), std::move(text), {}});
  return FileId(files_.size() - 1);
}

const std::vector<std::uint32_t>& Sources::line_starts(const File& file) {
  auto& starts = file.line_starts;
  if (starts.empty()) {
    starts.push_back(0);
    for (std::size_t at = file.text.find('\n'); at != std::string::npos; at = file.text.find('\n', at + 1)) {
      starts.push_back(static_cast<std::uint32_t>(at + 1));
    }
  }
  return starts;
}

std::string_view Sources::line(FileId file, std::uint32_t line) const {
  const File& source = files_[file.index()];
  const auto& starts = line_starts(source);
  if (line == 0 || line > starts.size()) return {};
  const std::string_view rest = std::string_view(source.text).substr(starts[line - 1]);
  std::string_view found = rest.substr(0, rest.find('\n'));
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

SourceRange Sources::at_offset(FileId file, std::size_t offset, std::uint32_t length) const {
  const auto& starts = line_starts(files_[file.index()]);
  const auto next = std::upper_bound(starts.begin(), starts.end(), static_cast<std::uint32_t>(offset));
  const auto line = static_cast<std::uint32_t>(next - starts.begin());
  const auto column = static_cast<std::uint32_t>(offset - starts[line - 1] + 1);
  return {file, line, column, length};
}

std::optional<Location> Sources::locate(const SourceRange& range) const {
  if (!range.known()) return std::nullopt;
  return Location{path(range.file), range.line, range.column};
}

std::string to_string(const Location& location) {
  if (location.line == 0) return location.file;
  return location.file + ":" + std::to_string(location.line) + ":" + std::to_string(location.column);
}

}  // namespace planbuilder
