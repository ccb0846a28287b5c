#include "planbuilder/support/utf16.h"

#include <cstdint>

namespace planbuilder {

namespace {

using namespace std::string_view_literals;

struct Beginning {
  std::string_view bytes;
  bool big_endian;
  bool is_mark;  // no part of the text
};

constexpr Beginning beginnings[] = {
    {"\xFF\xFE"sv, false, true}, {"\xFE\xFF"sv, true, true}, {"<\0"sv, false, false}, {"\0<"sv, true, false}};

bool is_first_half(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_second_half(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void append_utf8(std::uint32_t character, std::string& out) {
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto add_rest = [&](unsigned shift) { add(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) return add(character);
  if (character < 0x800) {
    add(0xC0 | (character >> 6));
  } else {
    if (character < 0x10000) {
      add(0xE0 | (character >> 12));
    } else {
      add(0xF0 | (character >> 18));
      add_rest(12);
    }
    add_rest(6);
  }
  add_rest(0);
}

std::string convert(std::string_view text, bool big_endian) {
  const auto unit_at = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<std::uint32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  std::string out;
  out.reserve(text.size() / 2);
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    std::uint32_t character = unit_at(at);
    if (is_first_half(character) && at + 3 < text.size() && is_second_half(unit_at(at + 2))) {
      at += 2;
      character = 0x10000 + ((character - 0xD800) << 10) + (unit_at(at) - 0xDC00);
    }
    append_utf8(character, out);
  }
  if (text.size() % 2 != 0) out += '\xFF';
  return out;
}

}  // namespace

std::optional<std::string> utf8_of_utf16(std::string_view text) {
  for (const Beginning& beginning : beginnings) {
    if (text.starts_with(beginning.bytes))
      return convert(text.substr(beginning.is_mark ? beginning.bytes.size() : 0), beginning.big_endian);
  }
  return std::nullopt;
}

}  // namespace planbuilder
