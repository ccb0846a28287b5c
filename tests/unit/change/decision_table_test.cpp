// The table of decisions has an answer for everything, and its words are explained.
#include <gtest/gtest.h>

#include <random>

#include "planbuilder/change/decision_table.h"
#include "tests/support/folder.h"

namespace planbuilder::change {
namespace {

TEST(DecisionTable, AnswersWhateverIsKnown) {
  std::mt19937 random(7);
  for (int i = 0; i < 10000; ++i) {
    Facts facts;
    for (unsigned fact = 0; fact <= static_cast<unsigned>(Fact::repair_degraded); ++fact)
      facts.set(static_cast<Fact>(fact), random() % 2 == 0);
    for (const char* plan : {"build", "terminate", "check", "discover"}) EXPECT_FALSE(decide(plan, facts).reason.empty());
  }
}

TEST(DecisionTable, TakesTheFirstRowThatHolds) {
  EXPECT_EQ(decide("build", {Fact::in_model}).reason, "add");
  EXPECT_EQ(decide("build", {Fact::in_model, Fact::skip_new}).reason, "skip-new");
  EXPECT_EQ(decide("build", {Fact::in_model, Fact::there, Fact::touched, Fact::ok}).reason, "ok");
  EXPECT_EQ(decide("terminate", {Fact::there, Fact::ok, Fact::ours}).deed, "remove");
}

TEST(DecisionTable, HasNoRowThatNothingReaches) {
  const std::vector<Rule>& rules = decision_table();
  for (std::size_t late = 0; late < rules.size(); ++late) {
    for (std::size_t early = 0; early < late; ++early) {
      const bool shadows = rules[early].plan == rules[late].plan && rules[late].holding.has_all(rules[early].holding) &&
                           rules[late].lacking.has_all(rules[early].lacking);
      EXPECT_FALSE(shadows) << rules[late].reason << ": " << rules[late].why;
    }
  }
}

TEST(DecisionTable, IsExplained) {
  const std::string readme = testing::read_file(PLANBUILDER_SOURCE "/planbuilder/change/README.md");
  for (const Rule& rule : decision_table())
    EXPECT_NE(readme.find("`" + std::string(rule.deed) + "`"), std::string::npos) << rule.deed;
  for (unsigned fact = 0; fact <= static_cast<unsigned>(Fact::repair_degraded); ++fact) {
    const std::string word(to_string(static_cast<Fact>(fact)));
    EXPECT_NE(readme.find("`" + word + "`"), std::string::npos) << word;
    EXPECT_EQ(find_fact(word), static_cast<Fact>(fact));
  }
}

}  // namespace
}  // namespace planbuilder::change
