#include "csar/container/container.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

std::optional<Entry> Container::find(std::string_view path) {
  const auto found =
      std::ranges::lower_bound(entries_, path, {}, [](const Entry& entry) { return std::string_view(entry.path); });
  if (found == entries_.end() || found->path != path) return std::nullopt;
  return *found;
}

void Container::report_missing(std::string_view path, Diagnostics& diagnostics) const {
  std::vector<std::string_view> paths;
  for (const Entry& entry : entries_) paths.emplace_back(entry.path);
  diagnostics.error(Code::file_not_found, {}, name_ + ": there is no entry " + quote_name(path) + did_you_mean(path, paths));
}

std::optional<std::string> Container::read(const Entry& entry, Diagnostics& diagnostics) {
  std::string content;
  const bool whole = stream(
      entry, [&](std::string_view piece) { content += piece; }, diagnostics);
  return whole ? std::optional(std::move(content)) : std::nullopt;
}

bool Container::stream_packed(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) {
  return stream(entry, sink, diagnostics);
}

}  // namespace planbuilder::csar
