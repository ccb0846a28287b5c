#include "planbuilder/support/display.h"

#include <algorithm>
#include <array>
#include <utility>

#include "planbuilder/support/text.h"

namespace planbuilder {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Characters that show nothing and change how others are shown: the second half of the control characters, line separators, and
/// those that turn the direction of writing.
bool is_hidden_control(std::string_view character) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> ranges = {{{"\xC2\x80", "\xC2\x9F"},
                                                                                    {"\xD8\x9C", "\xD8\x9C"},
                                                                                    {"\xE2\x80\x8E", "\xE2\x80\x8F"},
                                                                                    {"\xE2\x80\xA8", "\xE2\x80\xAE"},
                                                                                    {"\xE2\x81\xA6", "\xE2\x81\xA9"},
                                                                                    {"\xEF\xBB\xBF", "\xEF\xBB\xBF"}}};
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) {
    return character.size() == range.first.size() && range.first <= character && character <= range.second;
  });
}

/// A character that is not plain ASCII, as something to look at; nothing stands for a byte that is no text.
std::string visible(std::string_view character) {
  if (character.empty() || is_hidden_control(character)) return std::string(replacement);
  if (character.size() > 1) return std::string(character);
  // Unicode has a picture of each of the old control characters.
  const auto code = static_cast<unsigned char>(character.front());
  return {'\xE2', '\x90', static_cast<char>(code == 0x7f ? 0xa1 : 0x80 + code)};
}

}  // namespace

std::string padded(std::string text, std::size_t width) {
  const std::size_t have = display_width(text);
  if (have < width) text.append(width - have, ' ');
  return text;
}

std::string printable(std::string_view text) {
  const auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f; };
  std::string out;
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = utf8_length(text);
    out += visible(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string printable_line(std::string_view text) { return printable(text) + "\n"; }

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
