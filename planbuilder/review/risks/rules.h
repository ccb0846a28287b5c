// The rules by which words of scripts, operations and values are risks: the table rules.tsv, which says how words are found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "planbuilder/review/risks/marks.h"

namespace planbuilder::review {

struct RiskRule {
  enum class In { script, operation, value };

  Mark mark;
  In in;
  std::vector<std::string> words;
  std::string why;
};

/// A rule that applies to a line of a script, counted from 1.
struct RiskyLine {
  const RiskRule* rule;
  std::uint32_t line;
  std::string_view text;  // of the script
};

class RiskRules {
 public:
  static const RiskRules& shipped();

  /// Throws std::logic_error, which names the line, when the text is no such table.
  explicit RiskRules(std::string_view table);
  RiskRules(const RiskRules&) = delete;
  RiskRules& operator=(const RiskRules&) = delete;

  /// Every rule that applies at most once, at its first line; in the order of lines.
  [[nodiscard]] std::vector<RiskyLine> find_in_script(std::string_view text) const;

  /// Null when none applies to the name.
  [[nodiscard]] const RiskRule* find_in_name(std::string_view name, RiskRule::In in) const;

  [[nodiscard]] const std::vector<RiskRule>& all() const { return rules_; }

 private:
  std::vector<RiskRule> rules_;
  std::unordered_map<std::string_view, std::vector<const RiskRule*>> by_first_word_;  // those of scripts
};

}  // namespace planbuilder::review
