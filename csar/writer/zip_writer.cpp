// Writes a zip. Headers are made here and not by a library, so that no version of one can change a byte of them.
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>

#include "csar/writer/container_writer.h"
#include "csar/writer/little_endian.h"

namespace planbuilder::csar {

namespace {

constexpr std::uint64_t too_large = 0xffffffff;  // for the fields of the first zips; zip64 tells such numbers in other places
constexpr std::uint64_t too_many = 0xffff;
constexpr std::uint16_t first_of_january_1980 = 1 << 5 | 1;
constexpr std::uint16_t name_is_utf8 = 1 << 11;
constexpr std::uint16_t version_of_zip64 = 45;
constexpr std::uint16_t made_on_unix = 3 << 8 | version_of_zip64;

/// What the local header and the directory both say of an entry.
struct ZipHeader {
  std::string name;
  std::uint16_t version = 10;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  std::uint32_t attributes = 0;

  [[nodiscard]] bool large() const { return size >= too_large || packed_size >= too_large; }
};

void append_field(std::string& out, std::uint64_t number) { append_number(out, std::min(number, too_large), 4); }

/// From the version to the length of the name.
void append_common(std::string& out, const ZipHeader& header) {
  append_number(out, std::max(header.version, header.large() || header.offset >= too_large ? version_of_zip64 : header.version),
                2);
  append_number(out, header.flags, 2);
  append_number(out, header.method, 2);
  append_number(out, 0, 2);  // midnight
  append_number(out, first_of_january_1980, 2);
  append_number(out, header.crc, 4);
}

std::string local_header(const ZipHeader& header) {
  std::string out = "PK\x03\x04";
  append_common(out, header);
  append_number(out, header.large() ? too_large : header.packed_size, 4);
  append_number(out, header.large() ? too_large : header.size, 4);
  append_number(out, header.name.size(), 2);
  append_number(out, header.large() ? 20 : 0, 2);
  out += header.name;
  if (header.large()) {
    append_number(out, 1, 2);
    append_number(out, 16, 2);
    append_number(out, header.size, 8);
    append_number(out, header.packed_size, 8);
  }
  return out;
}

/// Only the numbers that do not fit stand in the directory's extra field.
std::string directory_extra(const ZipHeader& header) {
  std::string numbers;
  for (const std::uint64_t number : {header.size, header.packed_size, header.offset}) {
    if (number >= too_large) append_number(numbers, number, 8);
  }
  if (numbers.empty()) return numbers;
  std::string out;
  append_number(out, 1, 2);
  append_number(out, numbers.size(), 2);
  return out + numbers;
}

std::string directory_header(const ZipHeader& header) {
  const std::string extra = directory_extra(header);
  std::string out = "PK\x01\x02";
  append_number(out, made_on_unix, 2);
  append_common(out, header);
  append_field(out, header.packed_size);
  append_field(out, header.size);
  append_number(out, header.name.size(), 2);
  append_number(out, extra.size(), 2);
  append_number(out, 0, 6);  // no comment, first disk, binary
  append_number(out, header.attributes, 4);
  append_field(out, header.offset);
  return out + header.name + extra;
}

std::string zip64_end(std::uint64_t count, std::uint64_t offset, std::uint64_t size) {
  std::string out = "PK\x06\x06";
  append_number(out, 44, 8);  // what follows of it
  append_number(out, made_on_unix, 2);
  append_number(out, version_of_zip64, 2);
  append_number(out, 0, 8);  // one disk
  append_number(out, count, 8);
  append_number(out, count, 8);
  append_number(out, size, 8);
  append_number(out, offset, 8);
  out += "PK\x06\x07";
  append_number(out, 0, 4);
  append_number(out, offset + size, 8);
  append_number(out, 1, 4);
  return out;
}

ZipHeader header_of(const Entry& entry, std::uint64_t offset) {
  constexpr std::uint32_t dos_folder = 0x10;
  ZipHeader header;
  header.name = entry.path + (entry.directory ? "/" : "");
  header.version = entry.directory ? 20 : 10;
  const bool ascii = std::ranges::all_of(header.name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  header.flags = ascii ? 0 : name_is_utf8;
  header.size = header.packed_size = entry.directory ? 0 : entry.size;
  header.offset = offset;
  const std::uint32_t kind = entry.directory ? S_IFDIR : S_IFREG;
  header.attributes = (kind | fixed_mode(entry)) << 16 | (entry.directory ? dos_folder : 0);
  return header;
}

class ZipWriter : public ContainerWriter {
 public:
  explicit ZipWriter(PatchableTarget& target) : target_(target) {}

  bool add(const Entry& entry, const Content& content, Diagnostics& diagnostics) override {
    ZipHeader header = header_of(entry, target_.size());
    const bool added = entry.directory       ? add_folder(header)
                       : content.packed_form ? copy(header, content, diagnostics)
                                             : store(header, entry, content, diagnostics);
    if (added) directory_ += directory_header(header);
    if (added) ++count_;
    return added;
  }

  void finish() override {
    const std::uint64_t offset = target_.size();
    const std::uint64_t size = directory_.size();
    target_.append(directory_);
    if (count_ >= too_many || offset >= too_large || size >= too_large) target_.append(zip64_end(count_, offset, size));
    std::string end = "PK\x05\x06";
    append_number(end, 0, 4);  // one disk
    append_number(end, std::min(count_, too_many), 2);
    append_number(end, std::min(count_, too_many), 2);
    append_field(end, size);
    append_field(end, offset);
    append_number(end, 0, 2);  // no comment
    target_.append(end);
  }

 private:
  bool add_folder(const ZipHeader& header) {
    target_.append(local_header(header));
    return true;
  }

  /// The checksum stands before the content, but is known after it.
  bool store(ZipHeader& header, const Entry& entry, const Content& content, Diagnostics& diagnostics) {
    target_.append(local_header(header));
    const auto take = [&](std::string_view piece) {
      header.crc = static_cast<std::uint32_t>(crc32_z(header.crc, reinterpret_cast<const Bytef*>(piece.data()), piece.size()));
      target_.append(piece);
    };
    if (!stream_exactly(entry, content.plain, take, diagnostics)) return false;
    constexpr std::uint64_t crc_in_header = 14;
    std::string crc;
    append_number(crc, header.crc, 4);
    if (header.crc != 0) target_.patch(header.offset + crc_in_header, crc);
    return true;
  }

  bool copy(ZipHeader& header, const Content& content, Diagnostics& diagnostics) {
    const PackedForm& form = *content.packed_form;
    header.method = form.method;
    header.version = form.version;
    header.flags |= form.flags;
    header.crc = form.crc;
    header.packed_size = form.size;
    target_.append(local_header(header));
    return content.packed([&](std::string_view piece) { target_.append(piece); }, diagnostics);
  }

  PatchableTarget& target_;
  std::string directory_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::unique_ptr<ContainerWriter> write_zip(PatchableTarget& target) { return std::make_unique<ZipWriter>(target); }

}  // namespace planbuilder::csar
