#include "plugins/declared/expand_words.h"

namespace planbuilder::plugins {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

}  // namespace

std::string expand_words(std::string_view text, const Words& values) {
  constexpr std::string_view for_shell = "sh:";
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.front() == '{' ? text.find('}') : std::string_view::npos;
    std::string_view word = end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
    const bool quotes = word.starts_with(for_shell);
    if (quotes) word.remove_prefix(for_shell.size());
    const auto value = values.find(word);
    if (value == values.end()) {
      out += text.front();
      text.remove_prefix(1);
    } else {
      out += quotes ? quoted(value->second) : value->second;
      text.remove_prefix(end + 1);
    }
  }
  return out;
}

}  // namespace planbuilder::plugins
