#include "csar/container/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace planbuilder::csar {

namespace fs = std::filesystem;

namespace {

/// Not every file system can make a file without a name; then the name is removed at once.
int open_nameless(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return descriptor;
  std::string name = (folder / "planbuilder-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

Spool::Spool() {
  const char* wanted = std::getenv("TMPDIR");
  descriptor_ = open_nameless(wanted == nullptr || *wanted == '\0' ? "/tmp" : wanted);
  if (descriptor_ < 0) fail();
}

Spool::~Spool() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Spool::fail() {
  problem_ = std::generic_category().message(errno);
  return false;
}

bool Spool::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail();
    size_ += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::int64_t Spool::read_at(std::uint64_t offset, char* bytes, std::size_t size) {
  while (true) {
    const ssize_t count = ::pread(descriptor_, bytes, size, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    return count;
  }
}

bool Spool::stream(std::uint64_t offset, std::uint64_t size, const Sink& sink) {
  std::string buffer(std::min<std::uint64_t>(size, 1 << 16), '\0');
  while (size > 0) {
    const std::int64_t count = read_at(offset, buffer.data(), std::min<std::uint64_t>(size, buffer.size()));
    if (count < 0) return false;
    if (count == 0) {
      problem_ = "the temporary file was cut off";
      return false;
    }
    sink(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
    offset += static_cast<std::uint64_t>(count);
    size -= static_cast<std::uint64_t>(count);
  }
  return true;
}

bool Spool::copy_to(int other) {
  std::string buffer(1 << 16, '\0');
  std::uint64_t offset = 0;
  while (true) {
    const std::int64_t count = read_at(offset, buffer.data(), buffer.size());
    if (count <= 0) return count == 0;
    offset += static_cast<std::uint64_t>(count);
    std::string_view rest = std::string_view(buffer).substr(0, static_cast<std::size_t>(count));
    while (!rest.empty()) {
      const ssize_t written = ::write(other, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return fail();
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
}

}  // namespace planbuilder::csar
