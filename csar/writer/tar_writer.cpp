// Writes a tar as POSIX has it: plain headers, and a pax header before an entry whose name or size does not fit into one.
#include <algorithm>
#include <array>
#include <cstdio>

#include "csar/writer/container_writer.h"

namespace planbuilder::csar {

namespace {

constexpr std::uint64_t block = 512;
constexpr std::uint64_t largest_size = 077777777777;  // eleven octal digits
constexpr std::size_t longest_header_name = 100;
constexpr std::size_t longest_prefix = 155;

struct TarHeader {
  std::string name;
  char type = '0';
  std::uint32_t mode = 0644;
  std::uint64_t size = 0;
};

/// Where a name is cut at a slash into prefix and name; 0 when it need not be, nothing when it cannot be.
std::optional<std::size_t> cut_of(std::string_view name) {
  if (name.size() <= longest_header_name) return 0;
  const std::size_t earliest = name.size() - longest_header_name - 1;
  const std::size_t slash = name.find('/', std::max<std::size_t>(earliest, 1));
  if (slash == std::string_view::npos || slash > longest_prefix || slash + 1 == name.size()) return std::nullopt;
  return slash;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void put(std::string& header, std::size_t at, std::string_view text) { header.replace(at, text.size(), text); }

void put_octal(std::string& header, std::size_t at, std::size_t digits, std::uint64_t number) {
  for (std::size_t i = digits; i-- > 0; number >>= 3) header[at + i] = static_cast<char>('0' + (number & 7));
}

std::string bytes_of(const TarHeader& header) {
  std::string out(block, '\0');
  const std::size_t cut = cut_of(header.name).value_or(0);
  put(out, 0, std::string_view(header.name).substr(cut == 0 ? 0 : cut + 1).substr(0, longest_header_name));
  put_octal(out, 100, 7, header.mode);
  put_octal(out, 108, 7, 0);  // owner and group: nobody in particular
  put_octal(out, 116, 7, 0);
  put_octal(out, 124, 11, std::min(header.size, largest_size));
  put_octal(out, 136, 11, fixed_time);
  put(out, 148, "        ");  // the checksum counts as blanks in itself
  out[156] = header.type;
  put(out, 257,
      std::string_view("ustar\0"
                       "00",
                       8));
  put_octal(out, 329, 7, 0);
  put_octal(out, 337, 7, 0);
  put(out, 345, std::string_view(header.name).substr(0, cut));
  std::uint64_t sum = 0;
  for (const char c : out) sum += static_cast<unsigned char>(c);
  put_octal(out, 148, 6, sum);
  out[154] = '\0';
  return out;
}

std::string filled_up(std::string bytes) {
  bytes.resize((bytes.size() + block - 1) / block * block, '\0');
  return bytes;
}

/// "LENGTH KEY=VALUE\n", where the length counts itself.
std::string pax_record(std::string_view key, std::string_view value) {
  const std::size_t rest = key.size() + value.size() + 3;
  std::size_t length = rest + 1;
  while (std::to_string(length).size() + rest != length) ++length;
  return std::to_string(length) + " " + std::string(key) + "=" + std::string(value) + "\n";
}

/// What the plain header cannot say of an entry; empty when it can say all.
std::string pax_header(const TarHeader& header) {
  std::string records;
  if (!is_ascii(header.name) || !cut_of(header.name)) records += pax_record("path", header.name);
  if (header.size > largest_size) records += pax_record("size", std::to_string(header.size));
  if (records.empty()) return records;
  return bytes_of({"PaxHeaders/entry", 'x', 0644, records.size()}) + filled_up(records);
}

class TarWriter : public ContainerWriter {
 public:
  explicit TarWriter(Target& target) : target_(target) {}

  bool add(const Entry& entry, const Content& content, Diagnostics& diagnostics) override {
    const TarHeader header{entry.path + (entry.directory ? "/" : ""), entry.directory ? '5' : '0', fixed_mode(entry),
                           entry.directory ? 0 : entry.size};
    target_.append(pax_header(header) + bytes_of(header));
    if (entry.directory) return true;
    if (!stream_exactly(
            entry, content.plain, [&](std::string_view piece) { target_.append(piece); }, diagnostics))
      return false;
    target_.append(std::string((block - entry.size % block) % block, '\0'));
    return true;
  }

  void finish() override { target_.append(std::string(2 * block, '\0')); }

 private:
  Target& target_;
};

}  // namespace

std::unique_ptr<ContainerWriter> write_tar(Target& target) { return std::make_unique<TarWriter>(target); }

}  // namespace planbuilder::csar
