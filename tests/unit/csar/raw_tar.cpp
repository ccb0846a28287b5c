#include "tests/unit/csar/raw_tar.h"

#include <zlib.h>

namespace planbuilder::csar {

namespace {

constexpr std::size_t block = 512;

std::string octal(std::uint64_t number, std::size_t width) {
  std::string digits(width, '0');
  for (std::size_t i = width; i-- > 0; number /= 8) digits[i] = static_cast<char>('0' + number % 8);
  return digits;
}

std::string header_and_content(const RawTarEntry& entry) {
  std::string header(block, '\0');
  const auto put = [&](std::size_t at, std::string_view text) { header.replace(at, text.size(), text); };
  put(0, std::string_view(entry.name).substr(0, 100));
  put(100, octal(entry.mode, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(entry.size.value_or(entry.content.size()), 11));
  put(136, octal(0, 11));
  put(148, "        ");
  header[156] = entry.type;
  put(157, std::string_view(entry.link).substr(0, 100));
  put(257, entry.magic);
  std::uint64_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put(148, entry.checksum.value_or(octal(sum, 6)) + std::string(1, '\0'));
  std::string bytes = header + entry.content;
  bytes.resize((bytes.size() + block - 1) / block * block, '\0');
  return bytes;
}

}  // namespace

std::string tar_bytes_of(const std::vector<RawTarEntry>& entries) {
  std::string bytes;
  for (const RawTarEntry& entry : entries) bytes += header_and_content(entry);
  return bytes + std::string(2 * block, '\0');
}

RawTarEntry pax_header(std::string_view key, std::string_view value) {
  const std::string rest = " " + std::string(key) + "=" + std::string(value) + "\n";
  std::size_t length = rest.size();
  while (std::to_string(length).size() + rest.size() != length) length = std::to_string(length).size() + rest.size();
  return {.name = "PaxHeader", .content = std::to_string(length) + rest, .type = 'x'};
}

std::string gzip(std::string_view content) {
  z_stream stream = {};
  ::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(::deflateBound(&stream, content.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

}  // namespace planbuilder::csar
