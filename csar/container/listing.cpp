#include "csar/container/listing.h"

#include <algorithm>

#include "csar/paths.h"
#include "planbuilder/support/limit_remedy.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace {

constexpr std::size_t most_refusals = 20;

/// Orders by parts, so that what lies below a path directly follows it: "a", "a/b", "a-b".
bool by_parts(const Entry& left, const Entry& right) {
  const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
  return std::ranges::lexicographical_compare(left.path, right.path, {}, rank, rank);
}

}  // namespace

void Listing::refuse(Code code, std::string_view name, std::string_view why, std::string_view remedy) {
  diagnostics_.error(code, {}, archive_ + ": entry " + quote_name(name) + " " + std::string(why)).explain(std::string(remedy));
  if (++refused_ < most_refusals) return;
  diagnostics_.note(code, {}, archive_ + ": there may be more problems of this kind; only the first are shown");
  full_ = true;
}

void Listing::refuse_over_limit(std::string_view name, std::string_view why, std::string_view limit, std::uint64_t allowed) {
  refuse(Code::archive_limit, name, why, limit_remedy(limit, allowed));
}

bool Listing::takes_kind(std::string_view name, mode_t mode) {
  if (S_ISREG(mode) || S_ISDIR(mode)) return true;
  if (S_ISLNK(mode)) {
    refuse(Code::archive_link, name, "is a symbolic link", link_remedy);
  } else {
    refuse(Code::archive_link, name, "is not a file (a device, pipe or socket)");
  }
  return false;
}

bool Listing::within_limits(std::string_view name, const Entry& entry) {
  if (entries_.size() >= limits_.entries) {
    refuse_over_limit(name, "is one too many", "archive-entries", limits_.entries);
    full_ = true;
    return false;
  }
  if (entry.size > limits_.entry_size) {
    refuse_over_limit(name, "is too large: " + count_of(entry.size, "byte"), "archive-entry-size", limits_.entry_size);
    return false;
  }
  if (entry.size > limits_.total_size - total_size_) {
    refuse_over_limit(name, "makes the whole too large", "archive-total-size", limits_.total_size);
    full_ = true;
    return false;
  }
  return true;
}

bool Listing::add(std::string_view name, Entry entry) {
  if (const std::string_view problem = name_problem(name); !problem.empty()) {
    refuse(Code::archive_unsafe_name, name, "cannot be used: its name " + std::string(problem),
           "Pack the archive anew without it.");
    return false;
  }
  if (!within_limits(name, entry)) return false;
  entry.path = normalise(name);
  if (name.ends_with('/')) entry.directory = true;
  if (entry.directory && entry.size > 0) {
    refuse(Code::archive_damaged, name, "is a folder, but has content");
    return false;
  }
  if (entry.path.empty() && entry.directory) return false;  // "./": the root itself, which needs no entry
  if (entry.path.empty()) {
    refuse(Code::archive_unsafe_name, name, "cannot be used: its name means the archive's root");
    return false;
  }
  total_size_ += entry.size;
  entries_.push_back(std::move(entry));
  return true;
}

void Listing::refuse_doubles() {
  for (std::size_t i = 1; i < entries_.size() && !full_; ++i) {
    const bool first_double = entries_[i].path == entries_[i - 1].path && (i < 2 || entries_[i - 2].path != entries_[i].path);
    if (first_double) {
      refuse(Code::archive_duplicate_name, entries_[i].path, "is there more than once",
             "Which one is meant cannot be known; keep one of them.");
    }
  }
}

void Listing::refuse_files_that_are_folders() {
  for (std::size_t i = 1; i < entries_.size() && !full_; ++i) {
    const Entry& above = entries_[i - 1];
    const std::string& path = entries_[i].path;
    const bool below = path.size() > above.path.size() && path.starts_with(above.path) && path[above.path.size()] == '/';
    if (below && !above.directory) {
      refuse(Code::archive_duplicate_name, above.path, "is a file, but " + quote_name(path) + " lies below it",
             "A name is either a file or a folder; rename one of the two.");
    }
  }
}

std::optional<std::vector<Entry>> Listing::finish() {
  std::ranges::sort(entries_, by_parts);
  refuse_doubles();
  refuse_files_that_are_folders();
  if (refused_ > 0) return std::nullopt;
  std::ranges::sort(entries_, {}, &Entry::path);
  return std::move(entries_);
}

}  // namespace planbuilder::csar
