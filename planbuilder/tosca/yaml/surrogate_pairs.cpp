#include "planbuilder/tosca/yaml/surrogate_pairs.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace planbuilder::tosca::yaml {

namespace {

// D800 to DBFF is a first half, DC00 to DFFF a second one. E800 to EFFF, the same with one digit more, are for private use.
constexpr unsigned first_half = 0xd800;
constexpr unsigned second_half = 0xdc00;
constexpr unsigned private_use = 0x1000;
constexpr std::size_t escape_size = 6;  // \uXXXX

/// The code of the escape `\uXXXX` at the start of a text.
std::optional<unsigned> escaped_code(std::string_view text) {
  if (text.size() < escape_size || !text.starts_with("\\u")) return std::nullopt;
  unsigned code = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + escape_size, code, 16);
  return error == std::errc() && end == text.data() + escape_size ? std::optional(code) : std::nullopt;
}

/// The code of the character of three bytes at the start of a text.
std::optional<unsigned> character_code(std::string_view text) {
  if (text.size() < 3 || (static_cast<unsigned char>(text[0]) & 0xf0U) != 0xe0) return std::nullopt;
  const auto bits = [&](std::size_t at, unsigned mask) { return static_cast<unsigned char>(text[at]) & mask; };
  return bits(0, 0x0f) << 12 | bits(1, 0x3f) << 6 | bits(2, 0x3f);
}

bool is_half(std::optional<unsigned> code, unsigned half) { return code && *code >= half && *code < half + 0x400; }

/// Both halves, where `code_at` finds their codes, `size` bytes apart.
template <class CodeAt>
bool is_pair(std::string_view text, const CodeAt& code_at, std::size_t size, unsigned offset) {
  return is_half(code_at(text), first_half + offset) &&
         is_half(code_at(text.substr(std::min(size, text.size()))), second_half + offset);
}

bool uses_private_characters(std::string_view text) {
  for (std::size_t at = text.find('\xee'); at != std::string_view::npos; at = text.find('\xee', at + 1)) {
    if (character_code(text.substr(at)).value_or(0) >= first_half + private_use) return true;
  }
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    const std::string_view rest = text.substr(at);
    const auto code = escaped_code(rest);
    if (rest.starts_with("\\U0000e") || rest.starts_with("\\U0000E") ||
        (code && *code >= first_half + private_use && *code < 0xf000))
      return true;
  }
  return false;
}

/// A backslash behind another one escapes nothing.
bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t before = 0;
  while (before < at && text[at - before - 1] == '\\') ++before;
  return before % 2 == 1;
}

void append_character(std::string& out, unsigned code) {
  for (const unsigned shift : {18U, 12U, 6U, 0U})
    out += static_cast<char>(shift == 18 ? 0xf0 | code >> shift : 0x80 | (code >> shift & 0x3f));
}

constexpr std::size_t digit_at = 2;  // of an escape: the one that makes a half of it

}  // namespace

SurrogatePairs::SurrogatePairs(std::string_view text) {
  for (std::size_t at = text.find("\\u"); at != std::string_view::npos; at = text.find("\\u", at + 1)) {
    if (!is_pair(text.substr(at), escaped_code, escape_size, 0) || is_escaped(text, at)) continue;
    if (replaced_.empty()) {
      if (uses_private_characters(text)) return;
      replaced_ = text;
    }
    for (const std::size_t half : {at, at + escape_size}) ++replaced_[half + digit_at];  // d becomes e
    at += escape_size;
  }
}

std::string SurrogatePairs::restore(std::string_view scalar) const {
  std::string out;
  while (!scalar.empty()) {
    if (is_pair(scalar, character_code, 3, private_use)) {
      const unsigned high = *character_code(scalar) - private_use - first_half;
      append_character(out, 0x10000 + (high << 10) + (*character_code(scalar.substr(3)) - private_use - second_half));
      scalar.remove_prefix(6);
    } else if (is_pair(scalar, escaped_code, escape_size, private_use)) {
      std::string escapes(scalar.substr(0, 2 * escape_size));
      for (const std::size_t half : {std::size_t{0}, escape_size}) --escapes[half + digit_at];
      out += escapes;
      scalar.remove_prefix(escapes.size());
    } else {
      out += scalar.front();
      scalar.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace planbuilder::tosca::yaml
