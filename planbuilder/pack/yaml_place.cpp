#include "planbuilder/pack/yaml_place.h"

#include <algorithm>

#include "planbuilder/pack/marks.h"

namespace planbuilder::pack {

using tosca::yaml::Node;

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// `---` and `...` at the start of a line are no content.
bool ends_document(std::string_view line) {
  return (line.starts_with("---") || line.starts_with("...")) && (line.size() == 3 || line.find_first_of(" \t\r\n", 3) == 3);
}

/// Behind the quote that ends the text which begins here. A quote is written twice, or behind a backslash, inside of its own.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    const bool skips_next = quote == '"' ? text[at] == '\\' : text.substr(at).starts_with("''");
    if (skips_next) {
      ++at;
    } else if (text[at] == quote) {
      return at + 1;
    }
  }
  return text.size();
}

/// The comma or brace that ends the entry of a mapping in flow style which begins here; the end of the text if there is none.
std::size_t end_of_flow_entry(std::string_view text, std::size_t at) {
  constexpr std::string_view before_words = " \t\r\n{[,:";
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    const bool begins_word = at > 0 && before_words.find(text[at - 1]) != std::string_view::npos;
    if (begins_word && (c == '"' || c == '\'')) {
      at = end_of_quoted(text, at);
      continue;
    }
    if (begins_word && c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}')) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
  }
  return text.size();
}

}  // namespace

YamlPlaces::YamlPlaces(const Sources& sources, FileId file)
    : sources_(sources), file_(file), text_(sources.text(file)), line_end_(line_end_of(text_)) {}

/// The parser does not count a byte order mark.
std::size_t YamlPlaces::offset_of(Node node) const {
  const SourceRange at = node.at();
  const std::size_t line = static_cast<std::size_t>(sources_.line(file_, at.line).data() - text_.data());
  const bool marked = at.line == 1 && text_.starts_with(byte_order_mark);
  return line + at.column - 1 + (marked ? byte_order_mark.size() : 0);
}

/// An anchor or a tag may stand before what it belongs to.
std::size_t YamlPlaces::behind_properties(std::size_t offset) const {
  while (offset < text_.size() && (text_[offset] == '&' || text_[offset] == '!')) {
    offset = text_.find_first_of(" \t\r\n", offset);
    offset = std::min(text_.find_first_not_of(" \t\r\n", offset), text_.size());
  }
  return offset;
}

bool YamlPlaces::is_flow(std::size_t offset) const { return offset < text_.size() && text_[offset] == '{'; }

std::size_t YamlPlaces::column_of(std::size_t offset) const {
  const std::size_t start = line_start(text_, offset);
  return offset - start - (text_.substr(start).starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
}

/// The start of the line after this one.
std::size_t YamlPlaces::next_line(std::size_t offset) const {
  const std::size_t end = text_.find('\n', offset);
  return end == std::string_view::npos ? text_.size() : end + 1;
}

/// Behind the last line that belongs to a block whose keys are indented so. Lines with less belong to others; so do comments that
/// are not indented deeper, since they may be about what follows.
std::size_t YamlPlaces::end_of_block(std::size_t from, std::size_t indentation) const {
  std::size_t end = next_line(from);
  for (std::size_t line = end; line < text_.size(); line = next_line(line)) {
    const std::string_view content = text_.substr(line, next_line(line) - line);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) continue;
    if (ends_document(content)) break;
    if (content[first] == '#' && first <= indentation) continue;
    if (first < indentation) break;
    end = next_line(line);
  }
  return end;
}

/// Between the comments that mark them as ours. A text without a line end at its end gets one.
TextEdit YamlPlaces::lines_at(std::size_t offset, std::size_t indentation, const std::vector<YamlItem>& items) const {
  const std::string margin(indentation, ' ');
  const bool open = offset > 0 && text_[offset - 1] != '\n';
  return {offset, 0,
          (open ? line_end_ : "") + margin + "# " + std::string(mark_begin) + line_end_ +
              to_block(items, indentation, line_end_) + margin + "# " + std::string(mark_end) + line_end_};
}

std::optional<TextEdit> YamlPlaces::append(Node map, const std::vector<YamlItem>& items) const {
  const std::size_t start = behind_properties(offset_of(map));
  if (is_flow(start)) return TextEdit{start + 1, 0, to_flow(items) + (map.size() > 0 ? ", " : "")};
  if (map.size() == 0) return std::nullopt;
  const std::size_t first = offset_of((*map.entries().begin()).key);
  const std::size_t indentation = column_of(first);
  return lines_at(end_of_block(first, indentation), indentation, items);
}

std::optional<TextEdit> YamlPlaces::fill(Node key, Node value, const std::vector<YamlItem>& items) const {
  if (value.is_mapping()) return append(value, items);
  if (!value.is_null()) return std::nullopt;
  const std::size_t at = offset_of(key);
  const std::size_t colon = text_.find(':', at + key.text().size());
  if (colon == std::string_view::npos) return std::nullopt;
  const std::size_t next = text_.find_first_not_of(" \t", colon + 1);
  for (const std::string_view null : {"~", "null", "Null", "NULL"}) {
    if (text_.substr(std::min(next, text_.size())).starts_with(null))
      return TextEdit{next, null.size(), "{" + to_flow(items) + "}"};
  }
  return lines_at(next_line(colon), column_of(at) + 2, items);
}

std::optional<TextEdit> YamlPlaces::remove(Node map, Node key) const {
  const std::size_t at = offset_of(key);
  return is_flow(behind_properties(offset_of(map))) ? remove_from_flow(at) : remove_lines(at);
}

/// YAML allows that a comma is left at the end.
std::optional<TextEdit> YamlPlaces::remove_from_flow(std::size_t key) const {
  const std::size_t end = end_of_flow_entry(text_, key);
  if (end >= text_.size()) return std::nullopt;
  if (text_[end] != ',') return TextEdit{key, end - key, ""};
  const std::size_t next = text_.find_first_not_of(" \t", end + 1);
  return TextEdit{key, std::min(next, text_.size()) - key, ""};
}

std::optional<TextEdit> YamlPlaces::remove_lines(std::size_t at) const {
  const std::size_t start = line_start(text_, at);
  if (text_.find_first_not_of(' ', start) != at) return std::nullopt;  // it shares its line
  std::size_t end = next_line(at);
  for (std::size_t line = end; line < text_.size(); line = next_line(line)) {
    const std::size_t first = text_.find_first_not_of(" \t", line);
    if (first == std::string_view::npos) break;
    if (text_[first] == '\n' || text_[first] == '\r') continue;
    if (first - line <= at - start) break;
    end = next_line(line);
  }
  return TextEdit{start, end - start, ""};
}

}  // namespace planbuilder::pack
