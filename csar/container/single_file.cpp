// One definitions file as a container. Its folder is the root, but that may be anybody's home: only the file
// itself and what is asked for by name become entries, so that packing takes just what the model refers to.
#include <algorithm>

#include "csar/container/disk_file.h"
#include "csar/paths.h"
#include "planbuilder/support/text.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

class SingleFile : public Container {
 public:
  SingleFile(const fs::path& file, const Limits& limits)
      : Container(file.string(), limits), root_(file.parent_path()), given_(file.filename().string()) {}

  /// The given file may be a link: the user named it. What it refers to may not.
  void list() {
    std::error_code ignored;
    Entry entry = {given_, fs::file_size(root_ / given_, ignored)};
    entries_.push_back(std::move(entry));
  }

  std::optional<Entry> find(std::string_view path) override {
    if (auto known = Container::find(path)) return known;
    DiskEntry found = look(path);
    if (found.kind != DiskKind::file || entries_.size() >= limits_.entries) return std::nullopt;
    found.entry.path = path;
    const auto place = std::ranges::lower_bound(entries_, found.entry.path, {}, &Entry::path);
    return *entries_.insert(place, std::move(found.entry));
  }

  void report_missing(std::string_view path, Diagnostics& diagnostics) const override {
    const std::string shown = (root_ / path).string();
    switch (look(path).kind) {
      case DiskKind::link:
        diagnostics.error(Code::archive_link, {}, shown + " is a symbolic link or lies behind one")
            .explain("Links are not followed, since they can lead out of the folder; put a copy in its place.");
        break;
      case DiskKind::missing: diagnostics.error(Code::file_not_found, {}, "there is no file " + shown); break;
      default: diagnostics.error(Code::file_unreadable, {}, shown + " is not a file"); break;
    }
  }

  bool stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) override {
    const fs::path path = root_ / entry.path;
    if (entry.path != given_ && look(entry.path).kind != DiskKind::file) {
      report_missing(entry.path, diagnostics);
      return false;
    }
    return stream_disk_file(path, path.string(), limits_, entry.path == given_, sink, diagnostics);
  }

 private:
  /// What is at the path, when no part of the way there is a link.
  [[nodiscard]] DiskEntry look(std::string_view path) const {
    fs::path at = root_;
    DiskEntry found;
    for (const std::string_view part : split(path, '/')) {
      at /= part;
      found = look_at(at);
      if (found.kind != DiskKind::folder) return at == root_ / path || found.kind == DiskKind::link ? found : DiskEntry{};
    }
    return found;
  }

  fs::path root_;
  std::string given_;
};

}  // namespace

std::shared_ptr<Container> open_single_file(const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  if (const std::string_view problem = name_problem(path.filename().string()); !problem.empty()) {
    diagnostics.error(Code::archive_unsafe_name, {},
                      "cannot use " + quote_name(path.string()) + ": its name " + std::string(problem));
    return nullptr;
  }
  auto container = std::make_shared<SingleFile>(path, limits);
  container->list();
  return container;
}

}  // namespace planbuilder::csar
