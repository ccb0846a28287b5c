// Small helpers for text that more than one folder needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planbuilder {

/// The candidate nearest to a misspelt word, if one is near enough to be meant.
std::optional<std::string> closest_match(std::string_view word, const std::vector<std::string_view>& candidates);

/// " (did you mean 'x'?)" or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// Escapes the characters that separate the parts of an id: / # [ ] %.
std::string escape_id(std::string_view name);

std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> split(std::string&& text, char separator) = delete;  // the parts would dangle
std::string_view trim(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// "1 node", "3 nodes".
std::string count_of(std::size_t count, std::string_view noun);

/// A number that reads back as the same double, always with a fraction or an exponent.
std::string format_double(double number);
/// As short as it gets: `10`, `0.5`.
std::string format_number(double number);

/// The length of the UTF-8 sequence at the start of a text that is not empty; 0 when there is none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

/// A JSON string literal with its quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_quote(std::string_view text);

/// How many columns the text takes in a terminal: code points, not bytes.
std::size_t display_width(std::string_view text);

}  // namespace planbuilder
