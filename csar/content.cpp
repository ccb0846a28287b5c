#include "csar/content.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "csar/container/listing.h"
#include "csar/metadata.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace {

using Items = std::map<std::string, ContentItem>;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr Limits no_limits = {any, any, any, any};

bool is_metadata(std::string_view path) { return path == metadata_in_folder || path == metadata_at_root; }

/// The files that are put by path, when their names are safe and each is there once.
std::optional<Items> list_put(const Archive& base, const std::vector<OutputFile>& put, Diagnostics& diagnostics) {
  Listing listing(base.display_name(), no_limits, diagnostics);
  for (std::size_t i = 0; i < put.size(); ++i) {
    listing.add(put[i].path, {{}, put[i].content.size(), put[i].executable, false, i});
  }
  const auto entries = listing.finish();
  if (!entries) return std::nullopt;
  Items items;
  for (const Entry& entry : *entries) items[entry.path] = {entry, &put[entry.slot]};
  return items;
}

/// What remains of the base where it was.
Items list_kept(const Archive& base, const Changes& changes) {
  std::set<std::string, std::less<>> gone(changes.removed.begin(), changes.removed.end());
  for (const auto& [from, to] : changes.moved) gone.insert(from);
  Items items;
  for (const Entry& entry : base.entries()) {
    if (!gone.contains(entry.path)) items[entry.path] = {entry, nullptr, entry};
  }
  return items;
}

/// Adds what is moved; every problem is reported.
void add_moved(const Archive& base, const Changes& changes, Items& items, Listing& listing) {
  const std::set<std::string_view> removed(changes.removed.begin(), changes.removed.end());
  std::set<std::string_view> moved;
  for (const auto& [from, to] : changes.moved) {
    const auto found = std::ranges::lower_bound(base.entries(), from, {}, &Entry::path);
    const bool is_file = found != base.entries().end() && found->path == from && !found->directory;
    if (!is_file || removed.contains(from) || !moved.insert(from).second) {
      listing.refuse(Code::file_not_found, from,
                     is_file ? "cannot be moved: it is moved or left out already" : "cannot be moved: there is no such file");
      continue;
    }
    Entry entry = *found;
    entry.path = to;
    const auto [there, added] = items.try_emplace(to, ContentItem{entry, nullptr, *found});
    if (!added)
      listing.refuse(Code::archive_duplicate_name, to, "is there already: " + quote_name(from) + " cannot take its place");
  }
}

/// A file that is put may replace a file that stays where it was, but not a folder, nor what is moved to its place.
void add_put(Items&& put, Items& items, Listing& listing) {
  for (auto& [path, item] : put) {
    const auto there = items.find(path);
    if (there != items.end() && there->second.entry.directory) {
      listing.refuse(Code::archive_duplicate_name, path, "is a folder and cannot be replaced by a file");
    } else if (there != items.end() && there->second.from.path != path) {
      listing.refuse(Code::archive_duplicate_name, path,
                     "is added, and " + quote_name(there->second.from.path) + " is moved there");
    }
    items[path] = std::move(item);
  }
}

std::string in_lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

/// Calls `visit` with every folder on the way to a path, then with the path itself.
void for_each_start(const std::string& path, const auto& visit) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    visit(path.substr(0, slash));
  visit(path);
}

/// Some file systems know no difference between such names, and unpack one over the other.
void note_names_that_differ_in_case(const Archive& base, const Items& items, Diagnostics& diagnostics) {
  std::map<std::string, std::string> spelt;
  const auto is_new = [](const ContentItem& item) { return item.put != nullptr || item.from.path != item.entry.path; };
  for (const auto& [path, item] : items) {
    if (!is_new(item)) for_each_start(path, [&](std::string start) { spelt.emplace(in_lower_case(start), std::move(start)); });
  }
  for (const auto& [path, item] : items) {
    if (!is_new(item)) continue;
    for_each_start(path, [&](const std::string& start) {
      const auto [other, first] = spelt.emplace(in_lower_case(start), start);
      if (first || other->second == start) return;
      diagnostics.note(Code::archive_duplicate_name, {},
                       base.display_name() + ": " + quote_name(start) + " is added, and differs from " +
                           quote_name(other->second) +
                           " in nothing but the case of its letters; some file systems take the two for one");
      other->second = start;  // once is enough
    });
  }
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

std::optional<std::vector<ContentItem>> plan_content(const Archive& base, const Changes& changes, Diagnostics& diagnostics) {
  auto put = list_put(base, changes.put, diagnostics);
  if (!put) return std::nullopt;
  Items items = list_kept(base, changes);
  Listing listing(base.display_name(), no_limits, diagnostics);
  add_moved(base, changes, items, listing);
  add_put(std::move(*put), items, listing);
  for (const auto& [path, item] : items) listing.add(path, item.entry);
  if (!listing.finish()) return std::nullopt;
  note_names_that_differ_in_case(base, items, diagnostics);
  return in_order(std::move(items));
}

}  // namespace planbuilder::csar
