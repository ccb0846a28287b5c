// Puts values into the texts of a plugin: {entity}, and {sh:entity} where a shell will read it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace planbuilder::plugins {

using Words = std::map<std::string, std::string, std::less<>>;

/// Braces around anything else stay as they are. Behind `sh:` a value is quoted, so that no shell takes it for code.
std::string expand_words(std::string_view text, const Words& values);

}  // namespace planbuilder::plugins
