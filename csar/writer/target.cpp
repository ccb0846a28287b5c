#include "csar/writer/target.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace planbuilder::csar {

namespace {

constexpr std::size_t enough_to_write = 1 << 18;

}  // namespace

void MemoryTarget::append(std::string_view bytes) {
  bytes_ += bytes;
  size_ += bytes.size();
}

void FileTarget::append(std::string_view bytes) {
  size_ += bytes.size();
  buffer_ += bytes;
  if (buffer_.size() >= enough_to_write) flush();
}

void FileTarget::patch(std::uint64_t offset, std::string_view bytes) {
  const std::uint64_t buffered_from = size_ - buffer_.size();
  if (offset >= buffered_from) {
    buffer_.replace(offset - buffered_from, bytes.size(), bytes);
  } else {
    flush();
    write_at(offset, bytes);
  }
}

void FileTarget::flush() {
  write_at(size_ - buffer_.size(), buffer_);
  buffer_.clear();
}

void FileTarget::write_at(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty() && problem_.empty()) {
    const ssize_t count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) problem_ = std::generic_category().message(errno);
    if (count < 0) return;
    offset += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace planbuilder::csar
