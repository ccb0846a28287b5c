// Text of a model where people see it: in a terminal, in a picture.
#pragma once

#include <string>

namespace planbuilder {

/// Spaces are added until it takes that many columns.
std::string padded(std::string text, std::size_t width);

/// Control characters of a hostile model must not reach the terminal.
std::string printable(std::string text);

/// Text inside a Mermaid diagram, which would read markup, comments and ends of statements in it: character references are text.
std::string mermaid_text(const std::string& text);

}  // namespace planbuilder
