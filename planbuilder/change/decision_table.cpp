#include "planbuilder/change/decision_table.h"

#include <stdexcept>

#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> decisions();
}

namespace planbuilder::change {

namespace {

[[noreturn]] void refuse(std::string_view line) { throw std::logic_error("decisions.tsv: " + std::string(line)); }

Rule read_rule(std::string_view line) {
  const std::vector<std::string_view> columns = split(line, '\t');
  if (columns.size() != 5) refuse(line);
  Rule rule{columns[0], {}, {}, columns[2], columns[3], columns[4]};
  for (std::string_view word : split(columns[1], ' ')) {
    if (word.empty()) continue;
    const bool lacks = word.front() == '!';
    const auto fact = find_fact(lacks ? word.substr(1) : word);
    if (!fact) refuse(line);
    (lacks ? rule.lacking : rule.holding).set(*fact);
  }
  return rule;
}

std::vector<Rule> read_table() {
  const auto text = embedded::find(embedded::decisions(), "decisions.tsv");
  if (!text) throw std::logic_error("decisions.tsv is not there");
  std::vector<Rule> rules;
  for (const std::string_view line : split(*text, '\n')) {
    if (!line.empty() && line.front() != '#') rules.push_back(read_rule(line));
  }
  return rules;
}

}  // namespace

const std::vector<Rule>& decision_table() {
  static const std::vector<Rule> table = read_table();
  return table;
}

const Rule& decide(std::string_view plan, const Facts& facts) {
  for (const Rule& rule : decision_table()) {
    if (rule.plan == plan && facts.has_all(rule.holding) && facts.has_none(rule.lacking)) return rule;
  }
  throw std::logic_error("no decision is made for a plan of the kind " + std::string(plan));
}

}  // namespace planbuilder::change
