#include "planbuilder/emit/shell/input_details.h"

#include "planbuilder/emit/shell/pattern.h"
#include "planbuilder/emit/template/shell_text.h"

namespace planbuilder::emit {

namespace {

std::string words_of(const plan::Expression& value) {
  const auto* list = value.get_if<plan::ExpressionList>();
  if (list == nullptr) return " " + shell_quote(to_text(value));
  std::string words;
  for (const plan::Expression& item : *list) words += " " + shell_quote(to_text(item));
  return words;
}

/// `must WORDS CLAUSE ARGUMENT...`; without a clause the script only tells it.
std::string line_for(const plan::Constraint& constraint) {
  const std::string line = "must " + shell_quote(constraint.words);
  if (constraint.clause == "validation") return line;
  const std::string clause = " " + constraint.clause;
  if (!clause.ends_with("pattern")) return line + clause + words_of(constraint.value);
  const auto pattern = posix_pattern(to_text(constraint.value));
  return pattern ? line + clause + " " + shell_quote(*pattern) : line;
}

}  // namespace

std::vector<std::string> input_details(const plan::Input& input) {
  std::vector<std::string> lines;
  if (!input.description.empty()) lines.push_back("described " + shell_quote(input.description));
  if (!input.written_as.empty()) lines.push_back("written_as " + shell_quote(input.written_as));
  for (const plan::Constraint& constraint : input.constraints) lines.push_back(line_for(constraint));
  if (!input.units.empty()) {  // last: a constraint may say whose they are
    std::string units = "units";
    for (const auto& [name, factor] : input.units) units += " " + shell_quote(name) + " " + shell_quote(factor);
    lines.push_back(std::move(units));
  }
  return lines;
}

}  // namespace planbuilder::emit
