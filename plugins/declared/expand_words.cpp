#include "plugins/declared/expand_words.h"

namespace planbuilder::plugins {

namespace {

constexpr std::string_view for_shell = "sh:";

std::string quoted_for_shell(std::string_view text) {
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return out + "'";
}

/// The letters, digits, `_` and `-` that a text starts with.
std::string_view leading_word(std::string_view text) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view others = "0123456789_-";
  if (text.empty() || letters.find(text.front()) == std::string_view::npos) return {};
  std::size_t length = 1;
  while (length < text.size() &&
         (letters.find(text[length]) != std::string_view::npos || others.find(text[length]) != std::string_view::npos))
    ++length;
  return text.substr(0, length);
}

/// One that the text starts with.
std::optional<Placeholder> leading_placeholder(std::string_view text) {
  const std::string_view opening = text.starts_with("{{") ? "{{" : "{";
  const std::string_view closing = opening.size() == 2 ? "}}" : "}";
  std::string_view rest = text.substr(opening.size());
  Placeholder found;
  found.literal = opening.size() == 2;
  found.quoted = rest.starts_with(for_shell);
  if (found.quoted) rest.remove_prefix(for_shell.size());
  found.word = leading_word(rest);
  rest.remove_prefix(found.word.size());
  if (found.word.empty() || !rest.starts_with(closing)) return std::nullopt;
  found.whole = text.substr(0, text.size() - rest.size() + closing.size());
  return found;
}

}  // namespace

std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (at > 0 && text[at - 1] == '$') continue;
    if (const auto found = leading_placeholder(text.substr(at))) return found;
  }
  return std::nullopt;
}

std::string expand_words(std::string_view text, const Words& values) {
  std::string out;
  std::size_t done = 0;
  while (const auto found = find_placeholder(text, done)) {
    const auto at = static_cast<std::size_t>(found->whole.data() - text.data());
    const auto value = values.find(found->word);
    out += text.substr(done, at - done);
    if (found->literal) {
      out += found->whole.substr(1, found->whole.size() - 2);
    } else if (value == values.end()) {
      out += found->whole;
    } else {
      out += found->quoted ? quoted_for_shell(value->second) : value->second;
    }
    done = at + found->whole.size();
  }
  return out.append(text.substr(done));
}

}  // namespace planbuilder::plugins
