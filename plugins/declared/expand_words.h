// Puts values into the texts of a plugin: {entity}, and {sh:entity} where a shell will read it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace planbuilder::plugins {

using Words = std::map<std::string, std::string, std::less<>>;

/// A word in braces. In double braces it is meant as it stands, with one brace.
struct Placeholder {
  std::string_view whole;  // with the braces
  std::string_view word;
  bool quoted = false;   // behind `sh:`
  bool literal = false;  // in double braces
};

/// The first one from a place of the text on. `${word}` is a variable of a shell, and none.
std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from = 0);

/// Braces around anything but a known word stay as they are. Behind `sh:` a value is quoted, so that no shell takes it for code.
std::string expand_words(std::string_view text, const Words& values);

}  // namespace planbuilder::plugins
