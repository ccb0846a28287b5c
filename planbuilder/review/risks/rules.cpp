#include "planbuilder/review/risks/rules.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "planbuilder/review/risks/words.h"
#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> risk_rules();
}

namespace planbuilder::review {

namespace {

using In = RiskRule::In;

constexpr std::pair<std::string_view, In> risk_places[] = {
    {"script", In::script}, {"operation", In::operation}, {"value", In::value}};

std::optional<In> find_place(std::string_view name) {
  for (const auto& [word, in] : risk_places) {
    if (word == name) return in;
  }
  return std::nullopt;
}

RiskRule read_rule(std::string_view line, std::size_t number) {
  const std::vector<std::string_view> cells = split(line, '\t');
  const auto mark = cells.size() == 4 ? find_mark(cells[0]) : std::nullopt;
  const auto in = cells.size() == 4 ? find_place(cells[1]) : std::nullopt;
  if (!mark || !in || cells[2].empty() || cells[3].empty())
    throw std::logic_error("rules.tsv:" + std::to_string(number) + ": a mark, a place, words and a reason are wanted");
  RiskRule rule{*mark, *in, {}, std::string(cells[3])};
  for (const std::string_view word : split(cells[2], ' ')) rule.words.emplace_back(word);
  return rule;
}

/// The words that follow the first one, in their order.
bool has_rest(const RiskRule& rule, const std::vector<std::string>& command, std::size_t first) {
  std::size_t wanted = 1;
  for (std::size_t at = first + 1; at < command.size() && wanted < rule.words.size(); ++at) {
    if (is_word(command[at], rule.words[wanted])) ++wanted;
  }
  return wanted == rule.words.size();
}

}  // namespace

const RiskRules& RiskRules::shipped() {
  static const RiskRules rules(embedded::find(embedded::risk_rules(), "risks/rules.tsv").value());
  return rules;
}

RiskRules::RiskRules(std::string_view table) {
  std::size_t number = 0;
  for (const std::string_view line : split(table, '\n')) {
    ++number;
    if (!line.empty() && !line.starts_with('#')) rules_.push_back(read_rule(line, number));
  }
  for (const RiskRule& rule : rules_) {
    if (rule.in == In::script) by_first_word_[rule.words.front()].push_back(&rule);
  }
}

std::vector<RiskyLine> RiskRules::find_in_script(std::string_view text) const {
  std::vector<RiskyLine> found;
  std::unordered_set<const RiskRule*> seen;
  for_each_command(text, [&](const std::vector<std::string>& command, std::uint32_t line, std::string_view written) {
    for (std::size_t at = 0; at < command.size(); ++at) {
      for (const std::string& spelling : spellings_of(command[at])) {
        const auto rules = by_first_word_.find(spelling);
        if (rules == by_first_word_.end()) continue;
        for (const RiskRule* rule : rules->second) {
          if (has_rest(*rule, command, at) && seen.insert(rule).second) found.push_back({rule, line, written});
        }
      }
    }
  });
  return found;
}

const RiskRule* RiskRules::find_in_name(std::string_view name, In in) const {
  const std::vector<std::string> words = words_of_name(name);
  const auto applies = [&](const RiskRule& rule) {
    return rule.in == in && std::find(words.begin(), words.end(), rule.words.front()) != words.end();
  };
  const auto found = std::find_if(rules_.begin(), rules_.end(), applies);
  return found == rules_.end() ? nullptr : &*found;
}

}  // namespace planbuilder::review
