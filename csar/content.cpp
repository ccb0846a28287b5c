#include "csar/content.h"

#include <algorithm>
#include <limits>
#include <map>

#include "csar/container/listing.h"
#include "csar/entry_definitions.h"
#include "csar/metadata.h"

namespace planbuilder::csar {

namespace {

using Items = std::map<std::string, ContentItem>;

Entry entry_of(const OutputFile& file) { return {file.path, file.content.size(), file.executable}; }

bool is_metadata(std::string_view path) { return path == metadata_in_folder || path == metadata_at_root; }

/// Metadata for an archive that came without: just enough to name the definitions.
std::optional<OutputFile> make_metadata(const Archive& base, Diagnostics& diagnostics) {
  const auto definitions = find_entry_definitions(base, {}, diagnostics);
  if (!definitions) return std::nullopt;
  return OutputFile{std::string(metadata_in_folder),
                    "TOSCA-Meta-File-Version: 1.0\n"
                    "CSAR-Version: 1.1\n"
                    "Created-By: planbuilder\n"
                    "Entry-Definitions: " +
                        *definitions + "\n"};
}

/// The added files by path, when they are safe and each is there once.
std::optional<Items> list_added(const Archive& base, const std::vector<OutputFile>& added, Diagnostics& diagnostics) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  Listing listing(base.display_name(), {any, any, any, any}, diagnostics);
  for (std::size_t i = 0; i < added.size(); ++i) {
    Entry entry = entry_of(added[i]);
    entry.slot = i;
    listing.add(added[i].path, std::move(entry));
  }
  const auto entries = listing.finish();
  if (!entries) return std::nullopt;
  Items items;
  for (const Entry& entry : *entries) items[entry.path] = {entry, added[entry.slot]};
  return items;
}

/// An added file may replace a file, but not turn one into a folder or the other way round.
bool fit_together(const Archive& base, const Items& items, Diagnostics& diagnostics) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  Listing listing(base.display_name(), {any, any, any, any}, diagnostics);
  for (const auto& [path, item] : items) {
    const auto replaced = base.kind() == InputKind::single_file ? std::nullopt : base.find(path);
    if (item.added && replaced && replaced->directory) {
      listing.refuse(Code::archive_duplicate_name, path, "is a folder and cannot be replaced by a file");
    }
    listing.add(path, item.entry);
  }
  return listing.finish().has_value();
}

std::vector<ContentItem> in_order(Items&& items) {
  std::vector<ContentItem> ordered;
  for (auto& [path, item] : items) ordered.push_back(std::move(item));
  const auto wanted =
      std::ranges::find_if(ordered, [](const ContentItem& item) { return item.entry.path == metadata_in_folder; });
  const auto other = std::ranges::find_if(ordered, [](const ContentItem& item) { return is_metadata(item.entry.path); });
  const auto first = wanted != ordered.end() ? wanted : other;
  if (first != ordered.end()) std::rotate(ordered.begin(), first, first + 1);
  return ordered;
}

}  // namespace

std::optional<std::vector<ContentItem>> plan_content(const Archive& base, const std::vector<OutputFile>& added,
                                                     Diagnostics& diagnostics) {
  auto items = list_added(base, added, diagnostics);
  if (!items) return std::nullopt;
  const bool adds_metadata = std::ranges::any_of(*items, [](const auto& item) { return is_metadata(item.first); });
  if (!adds_metadata && !find_metadata(base)) {
    const auto metadata = make_metadata(base, diagnostics);
    if (!metadata) return std::nullopt;
    items->emplace(metadata->path, ContentItem{entry_of(*metadata), *metadata});
  }
  for (const Entry& entry : base.entries()) items->try_emplace(entry.path, ContentItem{entry});
  if (!fit_together(base, *items, diagnostics)) return std::nullopt;
  return in_order(std::move(*items));
}

}  // namespace planbuilder::csar
