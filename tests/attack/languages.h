// The languages of documents: text to tree and back. What is printed need not be correct, but comes close.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tests/attack/tree.h"

namespace planbuilder::testing {

struct Language {
  /// Nothing when it is not written in the language.
  std::optional<Tree> (*parse)(const std::string& text);
  std::string (*print)(const Tree& tree);
};

extern const Language yaml_language;
extern const Language xml_language;
extern const Language json_language;

/// Text in double quotes, as JSON and YAML read it. Bytes stay as they are.
std::string in_quotes(std::string_view text);

}  // namespace planbuilder::testing
