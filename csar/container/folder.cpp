// A folder on disk as a container: its files, at any depth. Links are refused, empty folders and what
// version control keeps are left out.
#include <array>
#include <system_error>

#include "csar/container/disk_file.h"
#include "csar/container/listing.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 3> version_control = {".git", ".svn", ".hg"};

class FolderContainer : public Container {
 public:
  FolderContainer(fs::path root, const Limits& limits) : Container(root.string(), limits), root_(std::move(root)) {}

  bool list(Diagnostics& diagnostics);
  bool stream(const Entry& entry, const Sink& sink, Diagnostics& diagnostics) override {
    const fs::path path = root_ / entry.path;
    return stream_disk_file(path, path.string(), limits_, false, sink, diagnostics);
  }

 private:
  fs::path root_;
};

/// Takes one thing found on disk; false when it is a folder that must not be entered.
bool take(const fs::path& path, const std::string& name, Listing& listing) {
  const std::string last = path.filename().string();
  for (const std::string_view ignored : version_control) {
    if (last == ignored) return false;
  }
  DiskEntry found = look_at(path);
  switch (found.kind) {
    case DiskKind::file: listing.add(name, std::move(found.entry)); break;
    case DiskKind::link:
      listing.refuse(Code::archive_link, name, "is a symbolic link",
                     "Links are not followed, since they can lead out of the folder; put a copy in its place.");
      break;
    case DiskKind::special: listing.refuse(Code::archive_link, name, "is not a file (a device, pipe or socket)"); break;
    case DiskKind::folder:
    case DiskKind::missing: break;
  }
  return true;
}

bool FolderContainer::list(Diagnostics& diagnostics) {
  Listing listing(name_, limits_, diagnostics);
  std::error_code error;
  // The iterator does not enter links to folders.
  fs::recursive_directory_iterator at(root_, error);
  while (!error && at != fs::recursive_directory_iterator() && !listing.full()) {
    const std::string name = at->path().lexically_relative(root_).generic_string();
    if (!take(at->path(), name, listing)) at.disable_recursion_pending();
    at.increment(error);
  }
  if (error) {
    diagnostics.error(Code::file_unreadable, {}, "cannot read folder " + name_ + ": " + error.message());
    return false;
  }
  auto entries = listing.finish();
  if (entries) entries_ = std::move(*entries);
  return entries.has_value();
}

}  // namespace

std::shared_ptr<Container> open_folder(const fs::path& path, const Limits& limits, Diagnostics& diagnostics) {
  auto container = std::make_shared<FolderContainer>(path, limits);
  return container->list(diagnostics) ? container : nullptr;
}

}  // namespace planbuilder::csar
