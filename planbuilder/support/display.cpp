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

std::string join_some(const std::vector<std::string>& parts, std::string_view separator, std::size_t most) {
  if (parts.size() <= most) return join(parts, separator);
  const auto half = static_cast<std::ptrdiff_t>(most / 2);
  std::vector<std::string> shown(parts.begin(), parts.begin() + half);
  shown.push_back("(" + std::to_string(parts.size() - 2 * (most / 2)) + " more)");
  shown.insert(shown.end(), parts.end() - half, parts.end());
  return join(shown, separator);
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
