#include "tests/attack/damage_text.h"

#include <iterator>

namespace planbuilder::testing {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view words[] = {"",
                                      "~",
                                      "[",
                                      "]",
                                      "{",
                                      "}",
                                      "*a",
                                      "&a b",
                                      "<<",
                                      "- ",
                                      ": ",
                                      "|",
                                      ">",
                                      "!!binary",
                                      "%",
                                      "---",
                                      "? ",
                                      "''",
                                      "\t",
                                      "\0"sv,
                                      "\xff",
                                      "\xef\xbb\xbf",
                                      "99999999999999999999999999",
                                      "-1",
                                      "1e999",
                                      "true",
                                      "null",
                                      "2024-02-30",
                                      "10 GB",
                                      "[ 0, UNBOUNDED ]",
                                      "SELF",
                                      "HOST",
                                      "SOURCE",
                                      "TARGET",
                                      "{ get_property: [ SELF, port ] }",
                                      "{ get_input: directory }",
                                      "{ concat: [] }",
                                      "{ token: [ a, '', 0 ] }",
                                      "tosca.nodes.Root",
                                      "tosca.nodes.Compute",
                                      "derived_from",
                                      "type",
                                      "node",
                                      "requirements",
                                      "..",
                                      "../../etc",
                                      "http://example.org/x",
                                      "<",
                                      "/>",
                                      "<!DOCTYPE a [<!ENTITY b 'c'>]>",
                                      "&b;",
                                      "&#0;",
                                      "<![CDATA[",
                                      "xmlns:a=''"};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// The place and length of the word at or after a place.
std::pair<std::size_t, std::size_t> word_at(const std::string& text, std::size_t at) {
  while (at < text.size() && !is_word(text[at])) ++at;
  while (at > 0 && at < text.size() && is_word(text[at - 1])) --at;
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return {at, end - at};
}

/// The place and length of the line around a place, its end included.
std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = text.find('\n', begin);
  return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
}

void change_byte(std::string& text, Dice& dice) {
  if (text.empty()) return;
  const std::size_t at = dice.below(text.size());
  switch (dice.below(4)) {
    case 0: text[at] = static_cast<char>(dice.below(256)); break;
    case 1: text.erase(at, 1); break;
    case 2: text.insert(at, 1, static_cast<char>(dice.below(256))); break;
    default:
      if (dice.one_in(8)) text.resize(at);  // truncated, but not too often: little is left to read
  }
}

void change_line(std::string& text, Dice& dice) {
  const auto [at, length] = line_at(text, dice.below(text.size()));
  const std::string line = text.substr(at, length);
  const auto [other, other_length] = line_at(text, dice.below(text.size()));
  switch (dice.below(4)) {
    case 0: text.erase(at, length); break;
    case 1: text.insert(at, line); break;
    case 2: text.insert(other, line); break;
    default: text.insert(at, dice.one_in(2) ? "  " : "      "); break;
  }
}

void change_word(std::string& text, Dice& dice) {
  const auto [at, length] = word_at(text, dice.below(text.size()));
  const auto [other, other_length] = word_at(text, dice.below(text.size()));
  const std::string replacement(dice.one_in(2) ? odd_word(dice) : text.substr(other, other_length));
  text.replace(at, length, replacement);
}

}  // namespace

std::string damage_text(std::string text, Dice& dice) {
  static constexpr void (*changes[])(std::string&, Dice&) = {change_byte, change_line, change_word};
  for (std::size_t left = 1 + dice.below(4); left > 0; --left) dice.any_of(changes)(text, dice);
  return text;
}

std::string_view odd_word(Dice& dice) { return dice.any_of(words); }

}  // namespace planbuilder::testing
