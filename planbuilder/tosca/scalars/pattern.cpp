#include "planbuilder/tosca/scalars/pattern.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <regex>
#include <vector>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca {

namespace {

constexpr std::size_t longest_pattern = 2000;
constexpr std::size_t longest_text = 4096;
// The library recurses over states that consume nothing, so their number bounds the stack.
constexpr std::size_t most_states = 10000;

/// Code points, so that `.` is one character and classes may hold any.
std::wstring decode(std::string_view text) {
  std::wstring wide;
  wide.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    unsigned code = static_cast<unsigned char>(text[0]);
    if (length > 1) code &= 0x7Fu >> length;
    for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3Fu);
    wide += static_cast<wchar_t>(code);
    text.remove_prefix(length);
  }
  return wide;
}

/// The largest count of `{n}`, `{n,}` or `{n,m}` at the start of a text.
std::size_t largest_count(std::string_view text) {
  std::size_t largest = 1;
  const std::size_t end = std::min(text.find('}'), text.size());
  for (std::size_t i = 1; i < end; ++i) {
    std::size_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + i, text.data() + end, number);
    if (error == std::errc::result_out_of_range) return most_states;
    if (error == std::errc()) {
      largest = std::max(largest, number);
      i = static_cast<std::size_t>(stop - text.data());
    }
  }
  return std::min(largest, most_states);
}

/// How many states a pattern has once its counted repetitions are written out.
std::size_t expanded_size(std::string_view text) {
  std::vector<std::size_t> sizes{0};  // of the open groups
  std::size_t last = 0;               // of the atom before
  bool in_class = false;
  for (std::size_t i = 0; i < text.size() && sizes.back() <= most_states; ++i) {
    const char c = text[i];
    if (c == '\\') ++i;
    if (in_class) {
      in_class = c != ']';
    } else if (c == '(') {
      sizes.push_back(2);
    } else if (c == ')' && sizes.size() > 1) {
      last = sizes.back();
      sizes.pop_back();
      sizes.back() += last;
    } else if (c == '{') {
      const std::size_t count = largest_count(text.substr(i));
      sizes.back() += last * (count - 1) * 2;
      last *= count * 2;
      i = std::min(text.find('}', i), text.size());
    } else if (c != '*' && c != '+' && c != '?') {
      in_class = c == '[';
      last = 2;
      sizes.back() += last;
    }
  }
  return *std::max_element(sizes.begin(), sizes.end());
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

/// Escapes that mean something elsewhere, and here silently the letter itself.
bool has_foreign_escape(std::string_view text) {
  return has_any(text, {"\\p{", "\\P{", "\\A", "\\Z", "\\z", "\\h", "\\R", "\\Q"});
}

/// What is legal elsewhere, and malformed here: inline flags, named and atomic groups, possessive quantifiers.
bool has_foreign_syntax(std::string_view text) {
  return has_any(text, {"(?i", "(?m", "(?s", "(?x", "(?u", "(?-", "(?P", "(?<", "(?>", "*+", "++", "?+"});
}

}  // namespace

struct Pattern::Automaton {
  std::wregex regex;
};

Pattern Pattern::compile(std::string_view text) {
  Pattern pattern;
  if (text.size() > longest_pattern || expanded_size(text) > most_states) {
    pattern.problem_ = Problem::too_large;
    return pattern;
  }
  if (has_foreign_escape(text)) {
    pattern.problem_ = Problem::other_dialect;
    return pattern;
  }
  try {
    // Backtracking takes exponential time and a stack as deep as the text is long; this way of matching does not.
    const auto flags = std::regex_constants::ECMAScript | std::regex_constants::__polynomial;
    pattern.automaton_ = std::make_shared<Automaton>(Automaton{std::wregex(decode(text), flags)});
  } catch (const std::regex_error& error) {
    const bool needs_backtracking = error.code() == std::regex_constants::error_complexity;
    pattern.problem_ = needs_backtracking || has_foreign_syntax(text) ? Problem::other_dialect : Problem::not_a_pattern;
  }
  return pattern;
}

bool Pattern::matches(std::string_view text) const {
  if (!automaton_ || text.size() > longest_text) return true;
  return std::regex_match(decode(text), automaton_->regex);
}

bool Pattern::matches_part(std::string_view text) const {
  if (!automaton_ || text.size() > longest_text) return true;
  return std::regex_search(decode(text), automaton_->regex);
}

}  // namespace planbuilder::tosca
