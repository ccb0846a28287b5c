#include "csar/container/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

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

/// A part of a spool as libzip reads it.
struct Part {
  std::shared_ptr<Spool> spool;
  std::uint64_t offset;
  std::uint64_t size;
  std::uint64_t done = 0;
  zip_error_t error = {};

  zip_int64_t read(void* data, zip_uint64_t length) {
    const auto wanted = static_cast<std::size_t>(std::min(length, size - done));
    const std::int64_t count = spool->read_at(offset + done, static_cast<char*>(data), wanted);
    if (count < 0) zip_error_set(&error, ZIP_ER_READ, EIO);
    if (count > 0) done += static_cast<std::uint64_t>(count);
    return count;
  }

  zip_int64_t describe(void* data) const {
    auto* status = static_cast<zip_stat_t*>(data);
    zip_stat_init(status);
    status->size = size;
    status->valid = ZIP_STAT_SIZE;
    return sizeof(zip_stat_t);
  }
};

zip_int64_t answer(void* user, void* data, zip_uint64_t length, zip_source_cmd_t command) {
  auto* part = static_cast<Part*>(user);
  switch (command) {
    case ZIP_SOURCE_OPEN: part->done = 0; return 0;
    case ZIP_SOURCE_READ: return part->read(data, length);
    case ZIP_SOURCE_CLOSE: return 0;
    case ZIP_SOURCE_STAT: return part->describe(data);
    case ZIP_SOURCE_ERROR: return zip_error_to_data(&part->error, data, length);
    case ZIP_SOURCE_FREE: delete part; return 0;
    case ZIP_SOURCE_SUPPORTS:
      return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
                                            ZIP_SOURCE_FREE, -1);
    default: zip_error_set(&part->error, ZIP_ER_OPNOTSUPP, 0); return -1;
  }
}

}  // namespace

Spool::Spool() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (!error) descriptor_ = open_nameless(folder);
  if (descriptor_ < 0) problem_ = error ? error.message() : std::generic_category().message(errno);
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

zip_source_t* Spool::source(zip_t* into, std::uint64_t offset, std::uint64_t size) {
  auto part = std::make_unique<Part>(Part{shared_from_this(), offset, size});
  zip_source_t* made = zip_source_function(into, answer, part.get());
  if (made != nullptr) (void)part.release();  // libzip says when to free it
  return made;
}

}  // namespace planbuilder::csar
