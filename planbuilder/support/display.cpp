#include "planbuilder/support/display.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder {

std::string padded(std::string text, std::size_t width) {
  const std::size_t have = display_width(text);
  if (have < width) text.append(width - have, ' ');
  return text;
}

std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return text;
}

std::string mermaid_text(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '"': out += "#quot;"; break;
      case '<': out += "#lt;"; break;
      case '>': out += "#gt;"; break;
      case '&': out += "#amp;"; break;
      case '#':
      case '`':
      case '\\':
      case ';':
      case '%':
      case '{':
      case '}': out += "#" + std::to_string(static_cast<int>(c)) + ";"; break;
      default: out += c;
    }
  }
  return out;
}

}  // namespace planbuilder
