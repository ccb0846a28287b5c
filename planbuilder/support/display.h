// Text of a model where people see it: in a terminal, in a picture.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planbuilder {

/// Spaces are added until it takes that many columns.
std::string padded(std::string text, std::size_t width);

/// Control characters of a hostile model must not reach the terminal.
std::string printable(std::string text);

/// All parts, or of many the first and the last: "a > b > (5 more) > y > z".
std::string join_some(const std::vector<std::string>& parts, std::string_view separator, std::size_t most);

/// Text inside a Mermaid diagram, which would read markup, comments and ends of statements in it: character references are text.
std::string mermaid_text(const std::string& text);
/// Mermaid refuses what has more of these.
constexpr std::size_t most_mermaid_edges = 500;
constexpr std::size_t most_mermaid_characters = 50'000;

}  // namespace planbuilder
