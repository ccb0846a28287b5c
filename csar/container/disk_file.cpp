#include "csar/container/disk_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "planbuilder/support/limit_remedy.h"

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

class OpenFile {
 public:
  OpenFile(const fs::path& path, bool follow_link)
      // O_NONBLOCK: a pipe that took the place of a file must not hold us up.
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follow_link ? 0 : O_NOFOLLOW))) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  [[nodiscard]] bool is_regular() const {
    struct stat status = {};
    return descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

bool unreadable(const std::string& shown, const std::string& why, Diagnostics& diagnostics) {
  diagnostics.error(Code::file_unreadable, {}, "cannot read " + shown + ": " + why);
  return false;
}

}  // namespace

DiskEntry look_at(const fs::path& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return {};
  if (S_ISLNK(status.st_mode)) return {DiskKind::link, {}};
  if (S_ISDIR(status.st_mode)) return {DiskKind::folder, {}};
  if (!S_ISREG(status.st_mode)) return {DiskKind::special, {}};
  DiskEntry found{DiskKind::file, {}};
  found.entry.size = static_cast<std::uint64_t>(status.st_size);
  found.entry.executable = (status.st_mode & S_IXUSR) != 0;
  return found;
}

bool stream_disk_file(const fs::path& path, const std::string& shown, const Limits& limits, bool follow_link, const Sink& sink,
                      Diagnostics& diagnostics) {
  const OpenFile file(path, follow_link);
  if (file.descriptor() < 0) return unreadable(shown, std::generic_category().message(errno), diagnostics);
  if (!file.is_regular()) return unreadable(shown, "it is not a regular file", diagnostics);
  std::string buffer(1 << 16, '\0');
  std::uint64_t total = 0;
  while (true) {
    const ssize_t count = ::read(file.descriptor(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return unreadable(shown, std::generic_category().message(errno), diagnostics);
    if (count == 0) return true;
    total += static_cast<std::uint64_t>(count);
    if (total > limits.entry_size) {
      diagnostics.error(Code::archive_limit, {}, shown + " is too large")
          .explain(limit_remedy("archive-entry-size", limits.entry_size));
      return false;
    }
    sink(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
  }
}

}  // namespace planbuilder::csar
