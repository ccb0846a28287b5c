#include "planbuilder/support/staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <vector>

#include "planbuilder/support/new_file.h"

namespace planbuilder {

namespace fs = std::filesystem;

namespace {

std::error_code last_error() { return {errno, std::generic_category()}; }

/// The folder, locked; -1 when somebody uses it, or when it is not there any more.
int lock_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat opened = {};
  struct stat named = {};
  const bool is_it = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
                     ::lstat(folder.c_str(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  if (is_it) return descriptor;
  const int why = errno;
  ::close(descriptor);
  errno = why;
  return -1;
}

/// `.NAME.digits.tmp` and `.NAME.digits.digits.tmp`, as temporary_beside() makes them.
bool is_staging_name(std::string_view candidate, const std::string& name) {
  const std::string prefix = "." + name + ".";
  constexpr std::string_view ending = ".tmp";
  if (!candidate.starts_with(prefix) || !candidate.ends_with(ending) || candidate.size() <= prefix.size() + ending.size())
    return false;
  candidate = candidate.substr(prefix.size(), candidate.size() - prefix.size() - ending.size());
  return candidate.find_first_not_of("0123456789.") == std::string_view::npos;
}

void put_back(const fs::path& leaving, const fs::path& folder) {
  std::error_code ignored;  // what cannot be put back is as it was
  for (const fs::directory_entry& entry : fs::directory_iterator(leaving, ignored)) {
    const fs::path place = folder / entry.path().filename();
    if (!fs::exists(fs::symlink_status(place, ignored))) fs::rename(entry.path(), place, ignored);
  }
}

void remove_abandoned(const fs::path& folder) {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path(), ignored)) {
    if (is_staging_name(entry.path().filename().string(), folder.filename().string())) found.push_back(entry.path());
  }
  for (const fs::path& staging : found) {
    const int lock = lock_folder(staging);
    if (lock < 0) continue;
    put_back(staging / "leaving", folder);
    fs::remove_all(staging, ignored);
    ::close(lock);
  }
}

}  // namespace

StagingFolder::StagingFolder(const fs::path& folder) : folder_(fs::absolute(folder).lexically_normal()) {
  if (!folder_.has_filename()) folder_ = folder_.parent_path();  // "out/" means "out"
  remove_abandoned(folder_);
  do {
    path_ = temporary_beside(folder_);
  } while (!make() && !problem_);
}

/// False without a problem() when another process thought, before it was locked, that it had been left. Where the file system
/// knows no locks, nobody can think so.
bool StagingFolder::make() {
  constexpr mode_t everything = 0777;  // less what the umask says
  if (::mkdir(path_.c_str(), everything) != 0) {
    if (errno != EEXIST) problem_ = last_error();
    return false;
  }
  errno = 0;
  lock_ = lock_folder(path_);
  const bool was_taken = errno == 0 || errno == EWOULDBLOCK || errno == ENOENT;
  if (lock_ < 0 && was_taken) return false;
  is_made_ = true;
  fs::create_directory(arriving(), problem_);
  if (!problem_) fs::create_directory(leaving(), problem_);
  return true;
}

StagingFolder::~StagingFolder() {
  if (!is_made_) return;
  put_back(leaving(), folder_);
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace planbuilder
