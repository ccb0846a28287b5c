// Text of a model where people see it: in a terminal, in a picture. All that commands show as text passes `printable`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planbuilder {

/// Spaces are added until it takes that many columns.
std::string padded(std::string text, std::size_t width);

/// Text that is not our own, in one line of a terminal: what would move the cursor, change the colour, end the line or turn the
/// direction of writing is shown as a sign instead. So nothing in a model can hide a message, or look like one.
std::string printable(std::string_view text);
/// The same with the end of its line.
std::string printable_line(std::string_view text);

/// All parts, or of many the first and the last: "a > b > (5 more) > y > z".
std::string join_some(const std::vector<std::string>& parts, std::string_view separator, std::size_t most);

/// Text inside a Mermaid diagram, which would read markup, comments and ends of statements in it: character references are text.
std::string mermaid_text(const std::string& text);
/// Mermaid refuses what has more of these.
constexpr std::size_t most_mermaid_edges = 500;
constexpr std::size_t most_mermaid_characters = 50'000;

}  // namespace planbuilder
