#include "tests/attack/damage_archive.h"

#include <zlib.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace planbuilder::testing {

namespace {

constexpr std::string_view odd_names[] = {"..", "../x", "/etc/passwd", "a//b", "./a",  "TOSCA.meta", "TOSCA-Metadata/TOSCA.meta",
                                          "",   "a/",   "con",         "a\\b", "\xff", "a\nb",       "TOSCA-METADATA/tosca.meta"};
constexpr std::uint64_t odd_numbers[] = {0, 1, 2, 8, 9, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0xfffffffe, 0xffffffff};

std::uint64_t read_number(const std::string& bytes, std::size_t at, std::size_t length) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < length && at + i < bytes.size(); ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}

void write_number(std::string& bytes, std::size_t at, std::size_t length, std::uint64_t number) {
  for (std::size_t i = 0; i < length && at + i < bytes.size(); ++i) bytes[at + i] = static_cast<char>(number >> (8 * i) & 0xff);
}

/// A byte, or the end, of whatever it is.
void damage_bytes(std::string& bytes, Dice& dice) {
  if (bytes.empty()) return;
  const std::size_t at = dice.below(bytes.size());
  if (dice.one_in(6)) {
    bytes.resize(at);
  } else {
    bytes[at] = static_cast<char>(dice.below(256));
  }
}

// --- zip: local records, then the directory, then its end ---

struct ZipEntry {
  std::string local;    // header, name, extra field and data
  std::string central;  // header, name, extra field and comment
};

constexpr std::size_t local_header = 30;
constexpr std::size_t central_header = 46;
constexpr std::size_t end_header = 22;

/// In the order of the directory. Of a zip that we wrote: nothing behind its end, no zip64.
std::vector<ZipEntry> entries_of_zip(const std::string& zip) {
  std::vector<ZipEntry> entries;
  const std::size_t end = zip.size() - end_header;
  std::size_t at = read_number(zip, end + 16, 4);
  while (at + central_header <= end) {
    const std::size_t length =
        central_header + read_number(zip, at + 28, 2) + read_number(zip, at + 30, 2) + read_number(zip, at + 32, 2);
    const std::size_t local = read_number(zip, at + 42, 4);
    const std::size_t data = local + local_header + read_number(zip, local + 26, 2) + read_number(zip, local + 28, 2);
    entries.push_back({zip.substr(local, data + read_number(zip, at + 20, 4) - local), zip.substr(at, length)});
    at += length;
  }
  return entries;
}

std::string join_zip(const std::vector<ZipEntry>& entries) {
  std::string zip;
  std::string directory;
  for (ZipEntry entry : entries) {
    write_number(entry.central, 42, 4, zip.size());
    zip += entry.local;
    directory += entry.central;
  }
  std::string end = std::string("PK\5\6", 4) + std::string(end_header - 4, '\0');
  write_number(end, 8, 2, entries.size());
  write_number(end, 10, 2, entries.size());
  write_number(end, 12, 4, directory.size());
  write_number(end, 16, 4, zip.size());
  return zip + directory + end;
}

/// In one of its two headers, or in both.
void rename_in_zip(ZipEntry& entry, const std::string& name, Dice& dice) {
  const auto put = [&](std::string& bytes, std::size_t length_at, std::size_t name_at) {
    if (bytes.size() < name_at) return;  // cut off before
    bytes.replace(name_at, read_number(bytes, length_at, 2), name);
    write_number(bytes, length_at, 2, name.size());
  };
  if (!dice.one_in(4)) put(entry.central, 28, central_header);
  if (!dice.one_in(4)) put(entry.local, 26, local_header);
}

std::string name_in_zip(const ZipEntry& entry) {
  if (entry.central.size() < central_header) return {};
  return entry.central.substr(central_header, read_number(entry.central, 28, 2));
}

void change_zip(std::vector<ZipEntry>& entries, Dice& dice) {
  ZipEntry& entry = dice.any_of(entries);
  ZipEntry& other = dice.any_of(entries);
  switch (dice.below(7)) {
    case 0: std::swap(entry.local, other.local); break;
    case 1: std::swap(entry, other); break;
    case 2: entries.push_back(ZipEntry(entry)); break;
    case 3: rename_in_zip(entry, dice.one_in(2) ? name_in_zip(other) : std::string(dice.any_of(odd_names)), dice); break;
    case 4: write_number(entry.central, 4 + 2 * dice.below(21), std::size_t{2} << dice.below(2), dice.any_of(odd_numbers)); break;
    case 5: write_number(entry.local, 4 + 2 * dice.below(13), std::size_t{2} << dice.below(2), dice.any_of(odd_numbers)); break;
    default: damage_bytes(dice.one_in(2) ? entry.local : entry.central, dice);
  }
}

// --- tar: blocks of 512 bytes, a header and the data behind it ---

constexpr std::size_t block = 512;

struct Field {
  std::size_t at, length;
};
constexpr Field tar_fields[] = {{0, 100},   {100, 8}, {108, 8}, {116, 8},  {124, 12}, {136, 12}, {156, 1},
                                {157, 100}, {257, 6}, {263, 2}, {265, 32}, {329, 8},  {337, 8},  {345, 155}};
constexpr std::string_view odd_tar_texts[] = {"7777777",
                                              "-1",
                                              "0",
                                              "1",
                                              "2",
                                              "5",
                                              "L",
                                              "K",
                                              "x",
                                              "g",
                                              "S",
                                              "77777777777",
                                              "\x80\xff\xff\xff\xff\xff\xff\xff",
                                              "../x",
                                              "/x",
                                              "TOSCA.meta",
                                              "ustar",
                                              "GNU.sparse",
                                              ""};

std::vector<std::string> entries_of_tar(const std::string& tar) {
  std::vector<std::string> entries;
  for (std::size_t at = 0; at + block <= tar.size() && tar[at] != '\0';) {
    const std::size_t size = std::strtoul(tar.substr(at + 124, 11).c_str(), nullptr, 8);
    const std::size_t length = block + (size + block - 1) / block * block;
    entries.push_back(tar.substr(at, length));
    at += length;
  }
  return entries;
}

/// The checksum of a header, so that its other fields are looked at.
void sign_header(std::string& entry) {
  if (entry.size() < block) return;
  entry.replace(148, 8, 8, ' ');
  unsigned sum = 0;
  for (std::size_t at = 0; at < block; ++at) sum += static_cast<unsigned char>(entry[at]);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum & 0777777);
  entry.replace(148, 7, text, 7);
}

void change_tar(std::vector<std::string>& entries, Dice& dice) {
  std::string& entry = dice.any_of(entries);
  std::string& other = dice.any_of(entries);
  switch (dice.below(5)) {
    case 0: std::swap(entry, other); break;
    case 1: entries.push_back(std::string(entry)); break;
    case 2: damage_bytes(entry, dice); break;
    default: {
      if (entry.size() < block) return;
      const Field& field = dice.any_of(tar_fields);
      const std::string_view text = dice.any_of(odd_tar_texts).substr(0, field.length);
      entry.replace(field.at, field.length, std::string(text) + std::string(field.length - text.size(), '\0'));
      if (!dice.one_in(8)) sign_header(entry);
    }
  }
}

std::string gzip(const std::string& text) {
  z_stream stream{};
  if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string damage_zip(const std::string& zip, Dice& dice) {
  std::vector<ZipEntry> entries = entries_of_zip(zip);
  for (std::size_t left = 1 + dice.below(3); left > 0; --left) change_zip(entries, dice);
  std::string damaged = join_zip(entries);
  if (dice.one_in(4)) write_number(damaged, damaged.size() - end_header + 4 + 2 * dice.below(9), 2, dice.any_of(odd_numbers));
  if (dice.one_in(6)) damage_bytes(damaged, dice);
  return damaged;
}

std::string damage_tar(const std::string& tar, Dice& dice) {
  std::vector<std::string> entries = entries_of_tar(tar);
  for (std::size_t left = 1 + dice.below(3); left > 0; --left) change_tar(entries, dice);
  std::string damaged;
  for (const std::string& entry : entries) damaged += entry;
  damaged.append(2 * block, '\0');
  if (dice.one_in(6)) damage_bytes(damaged, dice);
  return damaged;
}

std::string damage_tar_gz(const std::string& tar, Dice& dice) {
  std::string packed = gzip(dice.one_in(4) ? tar : damage_tar(tar, dice));
  if (dice.one_in(2)) damage_bytes(packed, dice);
  return packed;
}

}  // namespace planbuilder::testing
