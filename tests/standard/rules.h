// The rules of the standards, as tests/standard/*/*.rules write them down; README.md says how.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace planbuilder::testing {

/// A model that the rule allows, or forbids.
struct RuleCase {
  std::string name;
  bool accepted = true;
  bool kept = true;                                        // false: we know that we do the contrary
  bool tolerated = false;                                  // rejected only where the text alone counts: else a warning
  std::string code;                                        // of a rejected one: that of its error; empty: any
  std::vector<std::pair<std::string, std::string>> files;  // the first is the entry
  bool is_csar = false;                                    // they are a whole archive, which says where it starts
};

struct Rule {
  std::string section;
  std::string words;
  std::string undecidable;  // why no case can show it; empty if cases do
  std::vector<RuleCase> cases;
  std::string at;  // file:line
};

/// Those of a file, whose folder says which version its models are in. Throws std::runtime_error where a line makes no sense.
std::vector<Rule> read_rules(const std::filesystem::path& file);

}  // namespace planbuilder::testing
