#include "tests/unit/csar/raw_zip.h"

#include <algorithm>

namespace planbuilder::csar {

namespace {

void put(std::string& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

std::uint32_t get(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

std::string data_of(const RawEntry& entry) { return entry.method == 8 ? deflate_without_effort(entry.content) : entry.content; }

/// The part that local and central header share.
void put_common(std::string& out, const RawEntry& entry) {
  put(out, 20, 2);
  put(out, entry.flags, 2);
  put(out, entry.method, 2);
  put(out, 0x12345678, 4);
  put(out, entry.crc.value_or(crc32(entry.content)), 4);
  put(out, entry.compressed_size.value_or(static_cast<std::uint32_t>(data_of(entry).size())), 4);
  put(out, entry.size.value_or(static_cast<std::uint32_t>(entry.content.size())), 4);
  put(out, entry.name.size(), 2);
  put(out, 0, 2);
}

struct Local {
  std::string_view name;
  std::string_view data;
};

std::vector<Local> locals(std::string_view zip) {
  std::vector<Local> found;
  while (zip.starts_with("PK\x03\x04")) {
    const std::size_t name = get(zip, 26, 2);
    const std::size_t extra = get(zip, 28, 2);
    const std::size_t size = get(zip, 18, 4);
    found.push_back({zip.substr(30, name), zip.substr(30 + name + extra, size)});
    zip.remove_prefix(30 + name + extra + size);
  }
  return found;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320 : 0);
  }
  return ~crc;
}

std::string deflate_without_effort(std::string_view content) {
  std::string out;
  do {
    const std::string_view block = content.substr(0, 5);  // tiny blocks: nobody else does that
    content.remove_prefix(block.size());
    put(out, content.empty() ? 1 : 0, 1);
    put(out, block.size(), 2);
    put(out, ~block.size(), 2);
    out += block;
  } while (!content.empty());
  return out;
}

std::string bytes_of(const RawZip& zip) {
  std::string out;
  std::string directory;
  for (const RawEntry& entry : zip.entries) {
    const std::size_t offset = out.size();
    out += "PK\x03\x04";
    RawEntry local = entry;
    local.name = entry.local_name.value_or(entry.name);
    local.compressed_size = entry.compressed_size.value_or(static_cast<std::uint32_t>(data_of(entry).size()));
    local.method = entry.local_method.value_or(entry.method);
    put_common(out, local);
    out += local.name + data_of(entry);
    directory += "PK\x01\x02";
    put(directory, 20, 1);
    put(directory, entry.system, 1);
    put_common(directory, entry);
    put(directory, 0, 2 + 2 + 2);
    put(directory, std::uint64_t{entry.mode} << 16, 4);
    put(directory, offset, 4);
    directory += entry.name;
  }
  const std::size_t offset = out.size();
  out += directory + "PK\x05\x06";
  put(out, 0, 4);
  const std::uint16_t count = zip.count.value_or(static_cast<std::uint16_t>(zip.entries.size()));
  put(out, count, 2);
  put(out, count, 2);
  put(out, directory.size(), 4);
  put(out, offset, 4);
  put(out, zip.comment.size(), 2);
  return out + zip.comment;
}

std::string compressed_bytes(std::string_view zip, std::string_view name) {
  const auto all = locals(zip);
  const auto found = std::ranges::find(all, name, &Local::name);
  return found == all.end() ? "(no such entry)" : std::string(found->data);
}

std::string names_in_order(std::string_view zip) {
  std::string out;
  for (const Local& local : locals(zip)) out += std::string(local.name) + "\n";
  return out;
}

}  // namespace planbuilder::csar
