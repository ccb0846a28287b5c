// Templates that plugins bring are checked when they are read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace planbuilder::emit {

struct TemplateProblem {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
};

/// What keeps a text from being a template; nothing when it is one.
std::optional<TemplateProblem> check_template(const std::string& text);

}  // namespace planbuilder::emit
