#include "planbuilder/pack/xml_span.h"

#include <algorithm>

namespace planbuilder::pack {

namespace {

/// Behind the next `mark`; a document that was parsed has it.
std::size_t behind(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t found = text.find(mark, from);
  return found == std::string_view::npos ? text.size() : found + mark.size();
}

bool is_at(std::string_view text, std::size_t at, std::string_view mark) { return text.substr(at, mark.size()) == mark; }

}  // namespace

std::size_t end_of_tag(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '>') return at + 1;
    if (text[at] == '"' || text[at] == '\'') at = std::min(text.find(text[at], at + 1), text.size());
  }
  return text.size();
}

ElementSpan find_span(std::string_view text, std::size_t name_offset) {
  ElementSpan span;
  span.begin = name_offset - 1;
  span.open_end = end_of_tag(text, span.begin);
  span.self_closed = text[span.open_end - 2] == '/';
  span.close = span.end = span.open_end;
  if (span.self_closed) return span;
  std::size_t depth = 1;
  for (std::size_t at = text.find('<', span.open_end); at < text.size(); at = text.find('<', span.end)) {
    if (is_at(text, at, "<!--")) {
      span.end = behind(text, "-->", at + 4);
    } else if (is_at(text, at, "<![CDATA[")) {
      span.end = behind(text, "]]>", at);
    } else if (is_at(text, at, "<?")) {
      span.end = behind(text, "?>", at);
    } else if (is_at(text, at, "</")) {
      span.end = behind(text, ">", at);
      span.close = at;
      if (--depth == 0) return span;
    } else {
      span.end = end_of_tag(text, at);
      if (text[span.end - 2] != '/') ++depth;
    }
  }
  return span;
}

}  // namespace planbuilder::pack
