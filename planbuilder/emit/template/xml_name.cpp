#include "planbuilder/emit/template/xml_name.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

// The locale must not have a say in what a letter is.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_dash(char c) { return c == '-' || c == '/'; }

/// True for a character that stands alone: neither first nor last, and no other dash beside it.
bool stands_alone(std::string_view id, std::size_t at) {
  return at > 0 && at + 1 < id.size() && !is_dash(id[at - 1]) && !is_dash(id[at + 1]);
}

bool stays(std::string_view id, std::size_t at) {
  const char c = id[at];
  if (is_letter(c)) return true;
  if (is_digit(c) || c == '.') return at > 0;
  if (c == '_') return at + 1 == id.size() || id[at + 1] != 'x';
  return c == '-' && stands_alone(id, at);
}

}  // namespace

std::string escaped_in_name(std::string_view character) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out = "_x";
  for (const char c : character) {
    const auto byte = static_cast<unsigned char>(c);
    out += {hex[byte >> 4], hex[byte & 15]};
  }
  return out + "_";
}

std::string name_of(std::string_view id) {
  if (id.empty()) return "_x_";
  std::string name;
  name.reserve(id.size() + 8);
  for (std::size_t at = 0; at < id.size();) {
    if (is_letter(id[at])) {
      name += id[at++];
      continue;
    }
    const std::size_t length = std::max<std::size_t>(utf8_length(id.substr(at)), 1);
    if (stays(id, at)) {
      name += id[at];
    } else if (id[at] == '/' && stands_alone(id, at)) {
      name += "--";
    } else {
      name += escaped_in_name(id.substr(at, length));
    }
    at += length;
  }
  return name;
}

}  // namespace planbuilder::emit
