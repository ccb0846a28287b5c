#include "csar/container/zip_directory.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

namespace planbuilder::csar {

namespace {

constexpr std::size_t end_size = 22;      // end of central directory, without its comment
constexpr std::size_t locator_size = 20;  // of the zip64 end, directly before it
constexpr std::size_t end64_size = 56;
constexpr std::size_t header_size = 46;
constexpr std::size_t local_header_size = 30;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

class File {
 public:
  explicit File(const std::filesystem::path& path) : in_(path, std::ios::binary | std::ios::ate) {
    if (in_) size_ = static_cast<std::uint64_t>(in_.tellg());
  }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// The bytes there, or fewer where the file ends.
  std::string at(std::uint64_t offset, std::uint64_t size) {
    std::string bytes;
    if (offset > size_) return bytes;
    bytes.resize(std::min(size, size_ - offset));
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(offset));
    in_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in_.gcount()));
    return bytes;
  }

 private:
  std::ifstream in_;
  std::uint64_t size_ = 0;
};

/// Where the directory is, by its own account.
struct Extent {
  std::uint64_t entries = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

std::optional<Extent> find_zip64_extent(File& file, std::uint64_t end_at) {
  if (end_at < locator_size) return std::nullopt;
  const std::string locator = file.at(end_at - locator_size, locator_size);
  if (!locator.starts_with("PK\x06\x07")) return std::nullopt;
  const std::string end = file.at(number(locator, 8, 8), end64_size);
  if (end.size() < end64_size || !end.starts_with("PK\x06\x06")) return std::nullopt;
  return Extent{number(end, 32, 8), number(end, 40, 8), number(end, 48, 8)};
}

std::optional<Extent> find_extent(File& file) {
  const std::uint64_t tail_at = file.size() - std::min<std::uint64_t>(file.size(), end_size + 0xffff);
  const std::string tail = file.at(tail_at, file.size());
  for (std::size_t at = tail.rfind("PK\x05\x06"); at != std::string::npos; at = tail.rfind("PK\x05\x06", at - 1)) {
    const bool ends_the_file = tail.size() - at >= end_size && number(tail, at + 20, 2) == tail.size() - at - end_size;
    if (ends_the_file) {
      const Extent extent{number(tail, at + 10, 2), number(tail, at + 12, 4), number(tail, at + 16, 4)};
      const bool may_be_zip64 = extent.entries == 0xffff || extent.size == 0xffffffff || extent.offset == 0xffffffff;
      const auto zip64 = may_be_zip64 ? find_zip64_extent(file, tail_at + at) : std::nullopt;
      return zip64 ? zip64 : extent;
    }
    if (at == 0) break;
  }
  return std::nullopt;
}

/// Where the content of an entry begins, with a header of its own. If that is far away, a field at the end says it.
std::uint64_t local_offset(std::string_view header, std::string_view extra) {
  constexpr std::uint64_t elsewhere = 0xffffffff;
  if (number(header, 42, 4) != elsewhere) return number(header, 42, 4);
  while (extra.size() >= 4) {
    const std::uint64_t size = number(extra, 2, 2);
    if (size > extra.size() - 4) break;
    const bool is_zip64 = number(extra, 0, 2) == 1;
    // Of three numbers only those are there that the header has no room for.
    std::size_t at = 4;
    for (const std::size_t field : {24U, 20U}) at += number(header, field, 4) == elsewhere ? 8U : 0U;
    if (is_zip64 && at + 8 <= 4 + size) return number(extra, at, 8);
    extra.remove_prefix(4 + size);
  }
  return elsewhere;
}

bool has_same_local_header(File& file, std::string_view header, std::string_view name, std::string_view extra) {
  const std::string local = file.at(local_offset(header, extra), local_header_size + name.size());
  return local.size() == local_header_size + name.size() && local.starts_with("PK\x03\x04") &&
         number(local, 26, 2) == name.size() && std::string_view(local).substr(local_header_size) == name &&
         number(local, 8, 2) == number(header, 10, 2);
}

}  // namespace

std::optional<ZipDirectory> read_zip_directory(const std::filesystem::path& path) {
  File file(path);
  const auto extent = find_extent(file);
  if (!extent || extent->offset > file.size() || extent->size > file.size() - extent->offset) return std::nullopt;
  const std::string bytes = file.at(extent->offset, extent->size);
  if (bytes.size() != extent->size) return std::nullopt;
  ZipDirectory directory;
  std::string_view rest = bytes;
  while (!rest.empty()) {
    if (rest.size() < header_size || !rest.starts_with("PK\x01\x02")) return std::nullopt;
    const std::uint64_t name_size = number(rest, 28, 2);
    const std::uint64_t extra_size = number(rest, 30, 2);
    const std::uint64_t whole = header_size + name_size + extra_size + number(rest, 32, 2);
    if (whole > rest.size()) return std::nullopt;
    const std::string_view name = rest.substr(header_size, name_size);
    if (name.find('\0') != std::string_view::npos) directory.names_with_nul.push_back(directory.entries);
    if (!has_same_local_header(file, rest, name, rest.substr(header_size + name_size, extra_size)))
      directory.other_headers.push_back(directory.entries);
    directory.unpacking.push_back(
        {static_cast<std::uint16_t>(number(rest, 6, 2)), static_cast<std::uint16_t>(number(rest, 8, 2))});
    rest.remove_prefix(whole);
    ++directory.entries;
  }
  if (directory.entries != extent->entries) return std::nullopt;
  return directory;
}

}  // namespace planbuilder::csar
