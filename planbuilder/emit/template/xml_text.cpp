#include "planbuilder/emit/template/xml_text.h"

#include <algorithm>
#include <cstdio>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/support/text.h"

namespace planbuilder::emit {

namespace {

bool is_forbidden(std::string_view character) {
  if (character.size() == 1) {
    const char c = character.front();
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
  }
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";  // U+FFFE and U+FFFF
}

unsigned code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  unsigned code = character.size() == 1 ? first : first & (0x7FU >> character.size());
  for (const char c : character.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

/// Characters of ASCII that mean nothing to a reader.
bool is_plain(char c) { return static_cast<unsigned char>(c) < 0x80 && c >= ' ' && c != '&' && c != '<' && c != '>' && c != '"'; }

void append_with_care(std::string& out, std::string_view text) {
  const std::size_t forbidden = find_forbidden_in_xml(text);
  if (forbidden != std::string_view::npos)
    throw EmitError("a text contains " + character_name(text.substr(forbidden)) + ", which XML cannot hold");
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;  // for the sake of ]]>
      case '"': out += "&quot;"; break;
      case '\t': out += "&#9;"; break;   // readers turn these three into spaces in attributes, and the last one into
      case '\n': out += "&#10;"; break;  // a newline everywhere
      case '\r': out += "&#13;"; break;
      default: out += c;
    }
  }
}

}  // namespace

std::size_t find_forbidden_in_xml(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_plain(text[at])) {
      ++at;
      continue;
    }
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0 || is_forbidden(text.substr(at, length))) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string character_name(std::string_view text) {
  char name[24];
  const std::size_t length = utf8_length(text);
  if (length == 0) {
    std::snprintf(name, sizeof name, "byte 0x%02X", static_cast<unsigned char>(text.front()));
  } else {
    std::snprintf(name, sizeof name, "U+%04X", code_point(text.substr(0, length)));
  }
  return name;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  append_xml(out, text);
  return out;
}

void append_xml(std::string& out, std::string_view text) {
  const auto needs_care = std::find_if_not(text.begin(), text.end(), is_plain);  // mostly nothing does
  out.append(text.begin(), needs_care);
  append_with_care(out, text.substr(static_cast<std::size_t>(needs_care - text.begin())));
}

}  // namespace planbuilder::emit
