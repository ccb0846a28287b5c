#include "csar/archive.h"

#include <algorithm>
#include <system_error>

#include "csar/container/container.h"
#include "csar/container/recognise.h"
#include "csar/paths.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

std::shared_ptr<Container> open_container(InputKind kind, const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  switch (kind) {
    case InputKind::zip: return open_zip(path, limits, diagnostics);
    case InputKind::tar: return open_tar(path, limits, diagnostics);
    case InputKind::folder: return open_folder(path, limits, diagnostics);
    case InputKind::single_file: return open_single_file(path, limits, diagnostics);
  }
  return nullptr;
}

}  // namespace

Archive::Archive(InputKind kind, fs::path path, std::shared_ptr<Container> container, std::optional<FileVersion> version)
    : kind_(kind), path_(std::move(path)), container_(std::move(container)), version_(version) {}

std::optional<Archive> Archive::open(const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  const auto kind = recognise(path, diagnostics);
  if (!kind) return std::nullopt;
  auto version = FileVersion::of(path);  // before it is opened: what comes later is noticed
  auto container = open_container(*kind, path, limits, diagnostics);
  if (!container) return std::nullopt;
  return Archive(*kind, path, std::move(container), version);
}

std::string Archive::base_name() const {
  std::error_code ignored;
  const fs::path whole = fs::absolute(path_, ignored).lexically_normal();
  if (kind_ != InputKind::folder) return (whole.stem().extension() == ".tar" ? whole.stem() : whole).stem().string();
  const fs::path name = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
  return name.empty() ? "root" : name.string();
}

std::optional<std::string> Archive::given_file() const {
  if (kind_ != InputKind::single_file) return std::nullopt;
  return path_.filename().string();
}

const std::vector<Entry>& Archive::entries() const { return container_->entries(); }

std::optional<std::string> Archive::resolve(std::string_view base_entry, std::string_view relative) const {
  return csar::resolve(base_entry, relative, kind_ == InputKind::single_file ? Bounds::open : Bounds::root);
}

std::optional<Entry> Archive::find(std::string_view path) const {
  const auto resolved = resolve({}, path);
  return resolved ? container_->find(*resolved) : std::nullopt;
}

std::span<const Entry> Archive::below(std::string_view folder) const {
  const auto resolved = resolve({}, folder);
  if (!resolved || kind_ == InputKind::single_file) return {};
  const std::string start = *resolved + "/";
  const std::vector<Entry>& all = entries();
  const auto first = std::ranges::lower_bound(all, start, {}, &Entry::path);
  const auto last = std::find_if(first, all.end(), [&](const Entry& entry) { return !entry.path.starts_with(start); });
  return {first, last};
}

std::optional<Entry> Archive::find_file(std::string_view path, Diagnostics& diagnostics) const {
  const auto resolved = resolve({}, path);
  if (!resolved) {
    diagnostics.error(Code::archive_unsafe_name, {},
                      display_name() + ": " + quote_name(path) + " is no name of an entry, or leads out of the root");
    return std::nullopt;
  }
  auto entry = container_->find(*resolved);
  if (!entry) {
    container_->report_missing(*resolved, diagnostics);
    return std::nullopt;
  }
  if (entry->directory) {
    diagnostics.error(Code::file_unreadable, {}, display_name() + ": entry " + quote_name(entry->path) + " is a folder");
    return std::nullopt;
  }
  return entry;
}

std::optional<std::string> Archive::read(std::string_view path, Diagnostics& diagnostics) const {
  const auto entry = find_file(path, diagnostics);
  return entry ? container_->read(*entry, diagnostics) : std::nullopt;
}

bool Archive::stream(std::string_view path, const Sink& sink, Diagnostics& diagnostics) const {
  const auto entry = find_file(path, diagnostics);
  return entry && container_->stream(*entry, sink, diagnostics);
}

}  // namespace planbuilder::csar
