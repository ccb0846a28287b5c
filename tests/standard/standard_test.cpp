// What the standards say, rule by rule: every rule is shown by models, or says why it cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "tests/standard/rules.h"
#include "tests/support/model.h"

namespace planbuilder::testing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> rule_files() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(PLANBUILDER_SOURCE "/tests/standard")) {
    if (entry.path().extension() == ".rules") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// `tosca-2.0/06_files` as a name of a test.
std::string name_of(const ::testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.parent_path().filename().string() + "_" + info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class Standard : public ::testing::TestWithParam<fs::path> {};

std::string in_words(const Rule& rule, const RuleCase& tried, const Model& model) {
  return rule.at + ": " + rule.section + " " + rule.words + " (" + tried.name + ")\n" + model.problems();
}

/// Whether one of those has the code that the case names.
bool says(const Model& model, const std::string& code, Severity severity) {
  const auto sorted = model.diagnostics.sorted();
  return std::any_of(sorted.begin(), sorted.end(), [&](const Diagnostic* each) {
    return to_string(each->code) == code && each->severity == severity && each->tolerated;
  });
}

/// A warning that is an error where the text alone counts.
void check_tolerated(const Rule& rule, const RuleCase& tried) {
  const Model model(tried.files);
  EXPECT_FALSE(model.diagnostics.has_errors()) << in_words(rule, tried, model);
  EXPECT_TRUE(says(model, tried.code, Severity::warning)) << in_words(rule, tried, model);
  const Model strict(tried.files, {}, true);
  EXPECT_TRUE(says(strict, tried.code, Severity::error)) << in_words(rule, tried, strict);
}

/// What a rule allows is allowed where the text alone counts, too.
void check_not_tolerated(const Rule& rule, const RuleCase& tried, const Model& model) {
  for (const Diagnostic* each : model.diagnostics.sorted())
    EXPECT_FALSE(each->tolerated) << in_words(rule, tried, model) << "it is refused by --strict-tosca";
}

void check(const Rule& rule, const RuleCase& tried) {
  if (tried.tolerated) return check_tolerated(rule, tried);
  const Model model = tried.is_csar ? Model(CsarFiles{tried.files}) : Model(tried.files);
  const std::string what = in_words(rule, tried, model);
  const bool wanted = tried.accepted == tried.kept;
  EXPECT_EQ(!model.diagnostics.has_errors(), wanted)
      << what << (tried.kept ? "" : "it is kept now: take away the word 'differs'");
  if (tried.accepted && tried.kept) check_not_tolerated(rule, tried, model);
  if (tried.accepted || !tried.kept || tried.code.empty()) return;
  const auto sorted = model.diagnostics.sorted();
  EXPECT_TRUE(std::any_of(sorted.begin(), sorted.end(), [&](const Diagnostic* each) {
    return to_string(each->code) == tried.code;
  })) << what;
}

TEST_P(Standard, IsKept) {
  for (const Rule& rule : read_rules(GetParam())) {
    EXPECT_NE(rule.cases.empty(), rule.undecidable.empty()) << rule.at << ": either cases, or a reason why there are none";
    for (const RuleCase& tried : rule.cases) check(rule, tried);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Standard, ::testing::ValuesIn(rule_files()), name_of);

/// How many rules there are, how many are shown, and how many cannot be decided.
TEST(StandardRules, AreCounted) {
  for (const fs::path& file : rule_files()) {
    const std::vector<Rule> rules = read_rules(file);
    const auto undecidable =
        std::count_if(rules.begin(), rules.end(), [](const Rule& rule) { return !rule.undecidable.empty(); });
    std::size_t cases = 0;
    std::size_t differing = 0;
    for (const Rule& rule : rules) {
      cases += rule.cases.size();
      for (const RuleCase& tried : rule.cases) differing += tried.kept ? 0 : 1;
    }
    std::cout << file.parent_path().filename().string() << " " << file.stem().string() << ": " << rules.size() << " rules, "
              << cases << " cases, " << undecidable << " undecidable, " << differing << " cases differ\n";
    EXPECT_FALSE(rules.empty()) << file;
  }
}

}  // namespace
}  // namespace planbuilder::testing
