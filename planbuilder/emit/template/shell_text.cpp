#include "planbuilder/emit/template/shell_text.h"

#include <algorithm>

#include "planbuilder/emit/template/emit_error.h"

namespace planbuilder::emit {

std::string shell_quote(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\0') throw EmitError("a text contains the character NUL, which no shell can hold: " + std::string(text.data()));
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string shell_comment(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
  return out;
}

}  // namespace planbuilder::emit
