#include "planbuilder/support/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace planbuilder {

namespace fs = std::filesystem;

namespace {

constexpr mode_t readable_and_writable = 0666;  // less what the umask says

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

}  // namespace

fs::path temporary_beside(const fs::path& target) {
  fs::path name = target;
  if (!name.has_filename()) name = name.parent_path();  // "out/" means "out"
  const fs::path parent = name.parent_path();
  const std::string base = "." + name.filename().string() + "." + std::to_string(::getpid());
  fs::path candidate = parent / (base + ".tmp");
  std::error_code ignored;  // a name that cannot be asked for cannot be written either, and that is reported then
  for (int attempt = 1; fs::exists(fs::symlink_status(candidate, ignored)); ++attempt) {
    candidate = parent / (base + "." + std::to_string(attempt) + ".tmp");
  }
  return candidate;
}

NewFile::NewFile(fs::path place) : place_(std::move(place)) {
  try {
    temporary_ = temporary_beside(place_);
  } catch (const fs::filesystem_error& error) {  // the name is nearly as long as the file system allows
    problem_ = error.code().message();
    return;
  }
  const bool can_be_named_later = ::access("/proc/self/fd", X_OK) == 0;
  if (can_be_named_later) descriptor_ = ::open(folder_of(place_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, readable_and_writable);
  if (descriptor_ >= 0) return;
  descriptor_ = ::open(temporary_.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, readable_and_writable);
  if (descriptor_ < 0) fail();
  if (descriptor_ >= 0) name_ = temporary_;
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!name_.empty()) ::unlink(name_.c_str());
}

bool NewFile::fail() {
  problem_ = std::generic_category().message(errno);
  return false;
}

bool NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail();
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool NewFile::keep_private() { return ::fchmod(descriptor_, S_IRUSR | S_IWUSR) == 0 || fail(); }

void NewFile::become_like(const struct stat& other) const {
  if (::fchown(descriptor_, other.st_uid, other.st_gid) != 0) {
    // At least the group, which its members may give.
    [[maybe_unused]] const int group = ::fchown(descriptor_, static_cast<uid_t>(-1), other.st_gid);
  }
  [[maybe_unused]] const int mode = ::fchmod(descriptor_, other.st_mode & 07777);
}

bool NewFile::give_name() {
  if (!name_.empty()) return true;
  const std::string open_file = "/proc/self/fd/" + std::to_string(descriptor_);
  if (::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) != 0) return fail();
  name_ = temporary_;
  return true;
}

bool NewFile::put_in_place() {
  // Where nothing is replaced, nothing is lost with what does not reach the disk.
  const bool replaces = ::access(place_.c_str(), F_OK) == 0;
  if (replaces && ::fsync(descriptor_) != 0) return fail();
  if (!give_name()) return false;
  if (::rename(name_.c_str(), place_.c_str()) != 0) return fail();
  name_.clear();
  return true;
}

}  // namespace planbuilder
