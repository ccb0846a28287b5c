#include "planbuilder/support/file_version.h"

#include <sys/stat.h>

namespace planbuilder {

std::optional<FileVersion> FileVersion::of(const std::filesystem::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileVersion{status.st_dev, status.st_ino, status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
}

}  // namespace planbuilder
