#include "planbuilder/tosca/scalars/bytes.h"

namespace planbuilder::tosca {

namespace {

bool is_digit_of_base64(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
}

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::optional<std::size_t> base64_length(std::string_view text) {
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (is_white(c)) continue;
    if (c == '=') {
      ++padding;
    } else if (padding > 0 || !is_digit_of_base64(c)) {
      return std::nullopt;
    } else {
      ++digits;
    }
  }
  if ((digits + padding) % 4 != 0 || padding > 2 || (digits == 0 && padding > 0)) return std::nullopt;
  return digits * 3 / 4;
}

}  // namespace planbuilder::tosca
