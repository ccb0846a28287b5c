#include "planbuilder/tosca/yaml/syntax_hint.h"

#include <algorithm>

#include "planbuilder/support/text.h"

namespace planbuilder::tosca::yaml {

namespace {

bool is_indented_by_tab(std::string_view line) {
  const std::size_t tab = line.find('\t');
  const std::size_t text = line.find_first_not_of(" \t");
  return tab != std::string_view::npos && text != std::string_view::npos && text > tab;
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// `key: value`, which cannot have anything below it.
bool has_its_value(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return false;
  const std::string_view value = trim(line.substr(colon + 2));
  return !value.empty() && value.front() != '|' && value.front() != '>' && value.front() != '&' && value.front() != '#';
}

bool has_a_key(std::string_view line) { return line.find(": ") != std::string_view::npos || trim(line).ends_with(':'); }

/// The nearest that is not blank.
std::string_view line_before(const Sources& sources, FileId file, std::uint32_t line) {
  while (line > 1 && trim(sources.line(file, line - 1)).empty()) --line;
  return line > 1 ? sources.line(file, line - 1) : std::string_view();
}

}  // namespace

std::string syntax_hint(const Sources& sources, FileId file, std::uint32_t line) {
  // The parser may notice a tab only some lines later.
  constexpr std::uint32_t near = 3;
  for (std::uint32_t i = line; i > 0 && i + near > line; --i) {
    if (!is_indented_by_tab(sources.line(file, i))) continue;
    return "a tab cannot indent in YAML: use spaces" + (i == line ? "" : " in line " + std::to_string(i));
  }
  const std::string_view text = sources.line(file, line);
  if (text.find('@') != std::string_view::npos || text.find('`') != std::string_view::npos)
    return "a plain scalar cannot start with '@' or '`': quote it";
  const std::string_view before = line_before(sources, file, line);
  if (trim(text) == "..." || trim(before) == "...")
    return "'...' cannot stand for something left out: leave it out, or make it a comment";
  if (has_its_value(before) && has_a_key(text) && indent_of(text) > indent_of(before))
    return "the line is indented deeper than the one before, which has its value already: align the two";
  return "";
}

}  // namespace planbuilder::tosca::yaml
