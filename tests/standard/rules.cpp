#include "tests/standard/rules.h"

#include <fstream>
#include <stdexcept>

#include "planbuilder/support/text.h"

namespace planbuilder::testing {

namespace {

/// The folder's name -> the first line of its models.
constexpr std::pair<std::string_view, std::string_view> versions[] = {{"tosca-2.0", "tosca_2_0"},
                                                                      {"simple-1.3", "tosca_simple_yaml_1_3"},
                                                                      {"simple-1.2", "tosca_simple_yaml_1_2"},
                                                                      {"simple-1.1", "tosca_simple_yaml_1_1"},
                                                                      {"simple-1.0", "tosca_simple_yaml_1_0"},
                                                                      {"alien", "alien_dsl_2_0_0"}};
constexpr std::string_view version_keyname = "tosca_definitions_version";
constexpr std::string_view indentation = "  ";

class RulesReader {
 public:
  explicit RulesReader(const std::filesystem::path& file)
      : file_(file.parent_path().filename().string() + "/" + file.filename().string()), in_(file) {
    for (const auto& [folder, version] : versions) {
      if (file.parent_path().filename() == folder) header_ = std::string(version_keyname) + ": " + std::string(version) + "\n";
    }
    if (header_.empty() || !in_) refuse("cannot be read, or its folder is no known version");
  }

  std::vector<Rule> read() {
    for (std::string line; std::getline(in_, line);) {
      ++number_;
      if (line.empty() || line.starts_with(indentation)) {
        add_text(line);
      } else if (!line.starts_with('#')) {
        begin(line);
      }
    }
    for (Rule& rule : rules_) finish(rule);
    return std::move(rules_);
  }

 private:
  /// `word rest`
  void begin(const std::string& line) {
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : std::string(trim(std::string_view(line).substr(space)));
    if (rest.empty()) refuse("'" + word + "' needs more words");
    if (word == "rule") {
      const std::size_t end = rest.find(' ');
      if (end == std::string::npos) refuse("a rule has a section and words");
      rules_.push_back({rest.substr(0, end), std::string(trim(rest.substr(end))), "", {}, file_ + ":" + std::to_string(number_)});
    } else if (rules_.empty()) {
      refuse("a rule comes first");
    } else if (word == "undecidable") {
      rules_.back().undecidable = rest;
    } else if (word == "accept" || word == "reject") {
      begin_case(word == "accept", rest);
    } else if (word == "differs") {
      if (!rest.starts_with("accept ") && !rest.starts_with("reject ")) refuse("'differs' is followed by a case");
      begin(rest);
      rules_.back().cases.back().kept = false;
    } else if (word == "strict") {
      if (!rest.starts_with("reject ") || rest.find(": ") == std::string::npos)
        refuse("'strict' is followed by 'reject NAME: CODE'");
      begin(rest);
      rules_.back().cases.back().tolerated = true;
    } else if (word == "file") {
      if (rules_.back().cases.empty()) refuse("a case comes first");
      rules_.back().cases.back().files.emplace_back(rest, "");
    } else {
      refuse("'" + word + "' is no word of these files");
    }
  }

  /// `name` or `name: code`
  void begin_case(bool accepted, const std::string& rest) {
    const std::size_t colon = rest.find(": ");
    RuleCase made{rest.substr(0, colon), accepted, true, false, colon == std::string::npos ? "" : rest.substr(colon + 2), {}};
    made.files.emplace_back("service.yaml", "");
    rules_.back().cases.push_back(std::move(made));
  }

  void add_text(const std::string& line) {
    const bool is_inside = !rules_.empty() && !rules_.back().cases.empty();
    if (!is_inside && !trim(line).empty()) refuse("no case has begun");
    if (is_inside) rules_.back().cases.back().files.back().second += (line.empty() ? "" : line.substr(indentation.size())) + "\n";
  }

  void finish(Rule& rule) const {
    for (RuleCase& each : rule.cases) {
      each.is_csar = each.files.size() > 1 && trim(each.files.front().second).empty();
      if (each.is_csar) each.files.erase(each.files.begin());
      for (auto& [name, text] : each.files) {
        while (text.ends_with("\n\n")) text.pop_back();  // lines between cases
        if (name.ends_with(".yaml") && text.find(version_keyname) == std::string::npos) text.insert(0, header_);
      }
    }
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error(file_ + ":" + std::to_string(number_) + ": " + why);
  }

  std::string file_;
  std::ifstream in_;
  std::string header_;
  std::size_t number_ = 0;
  std::vector<Rule> rules_;
};

}  // namespace

std::vector<Rule> read_rules(const std::filesystem::path& file) { return RulesReader(file).read(); }

}  // namespace planbuilder::testing
