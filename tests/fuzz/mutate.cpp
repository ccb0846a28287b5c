#include "tests/fuzz/mutate.h"

#include <iterator>
#include <string_view>

namespace planbuilder::testing {

namespace {

using namespace std::string_view_literals;

// Words with a meaning somewhere: in YAML, in XML, in TOSCA, to a number parser.
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

}  // namespace

std::string Mutator::mutate(std::string text) {
  for (std::size_t left = 1 + below(4); left > 0; --left) {
    switch (below(3)) {
      case 0: change_byte(text); break;
      case 1: change_line(text); break;
      default: change_word(text); break;
    }
  }
  return text;
}

void Mutator::change_byte(std::string& text) {
  if (text.empty()) return;
  const std::size_t at = below(text.size());
  switch (below(4)) {
    case 0: text[at] = static_cast<char>(below(256)); break;
    case 1: text.erase(at, 1); break;
    case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
    default:
      if (below(8) == 0) text.resize(at);  // truncated, but not too often: little is left to read
  }
}

void Mutator::change_line(std::string& text) {
  const auto [at, length] = line_at(text, below(text.size()));
  const std::string line = text.substr(at, length);
  const auto [other, other_length] = line_at(text, below(text.size()));
  switch (below(4)) {
    case 0: text.erase(at, length); break;
    case 1: text.insert(at, line); break;
    case 2: text.insert(other, line); break;
    default: text.insert(at, below(2) == 0 ? "  " : "      "); break;
  }
}

void Mutator::change_word(std::string& text) {
  const auto [at, length] = word_at(text, below(text.size()));
  const auto [other, other_length] = word_at(text, below(text.size()));
  const std::string replacement(below(2) == 0 ? words[below(std::size(words))] : text.substr(other, other_length));
  text.replace(at, length, replacement);
}

}  // namespace planbuilder::testing
