#include "planbuilder/review/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "planbuilder/plan/waves.h"
#include "tests/unit/review/plans.h"

namespace planbuilder::review {
namespace {

plan::Plan diamond() {
  plan::Plan plan;
  plan.name = "build";
  plan.service.name = "s";
  for (const char* id : {"a/provision", "b/provision", "c/provision", "d/provision"}) {
    plan::Activity activity;
    activity.id = id;
    activity.filled_by = "p";
    plan.activities.add(activity);
  }
  plan::Invoke create;
  create.operation = "create";
  plan.activities[plan::ActivityId(1)].steps.push_back({"b/provision/create", create});
  plan.activities[plan::ActivityId(3)].filled_by = "";
  const auto edge = [](std::size_t from, std::size_t to, bool redundant) {
    return plan::Edge{plan::ActivityId(from), plan::ActivityId(to), redundant, {}};
  };
  plan.edges = {edge(0, 1, false), edge(0, 2, false), edge(0, 3, true), edge(1, 3, false), edge(2, 3, false)};
  return plan;
}

TEST(Waves, HoldWhatCanRunAtOnce) {
  const auto waves = waves_of(diamond());
  ASSERT_EQ(waves.size(), 3u);
  EXPECT_EQ(waves[1].size(), 2u);
}

TEST(Text, ShowsWavesCallsAndWhatComesBefore) {
  EXPECT_EQ(to_text(diamond()),
            "build plan of s: 4 activities, 4 edges, up to 2 at once, 3 one after another\n"
            "longest chain: a/provision > b/provision > d/provision\n"
            "\n"
            "wave 1\n"
            "  a/provision  nothing to call\n"
            "\n"
            "wave 2\n"
            "  b/provision  create                   after a/provision\n"
            "  c/provision  nothing to call          after a/provision\n"
            "\n"
            "wave 3\n"
            "  d/provision  nobody knows what to do  after b/provision, c/provision\n");
}

TEST(Text, MarksWhatOnlyAFailureLeadsTo) {
  plan::Plan plan = branching();
  plan.guard = plan::Expression{true};
  EXPECT_EQ(to_text(plan),
            "workflow-care plan of shop: 4 activities, 4 edges, up to 2 at once, 2 one after another\n"
            "longest chain: a/provision > mend/provision\n"
            "runs only if: true\n"
            "\n"
            "wave 1\n"
            "  a/provision     create\n"
            "  b/provision     create\n"
            "\n"
            "wave 2\n"
            "  mend/provision  create  only after the failure of try\n"
            "  next/provision  create  after a/provision, b/provision\n");
}

TEST(Text, SaysWhatHappensWhenAStepFails) {
  plan::Plan plan = diamond();
  EXPECT_EQ(to_text(plan, 0).find("fails"), std::string::npos);
  plan.failure = {plan::Failure::Policy::undo};
  EXPECT_NE(to_text(plan, 0).find("\nwhen a step fails: what was done is taken back\n"), std::string::npos);
  plan.failure = {plan::Failure::Policy::retry, 2};
  EXPECT_NE(to_text(plan, 0).find("\nwhen an operation fails: it is tried again, up to 2 times\n"), std::string::npos);
}

TEST(Text, SaysWhyTheOrderWasDerivedSo) {
  plan::Plan plan = diamond();
  plan.derivation = "events";
  EXPECT_EQ(to_text(plan, 0).find("derived"), std::string::npos);
  plan.derivation_reason = "it must be";
  EXPECT_NE(to_text(plan, 0).find("\nderived from events: it must be\n"), std::string::npos);
}

TEST(Text, ShowsTheLimitsOfRegions) {
  plan::Plan plan = diamond();
  plan.scaling = {{"tier", "a", 1, 5, 3}, {"pool", "b", 0, {}, 2}};
  EXPECT_NE(to_text(plan, 0).find("\nregion tier: at least 1, at most 5, 3 at first (instances of a)\n"
                                  "region pool: at least 0, no limit above, 2 at first (instances of b)\n"),
            std::string::npos);
}

TEST(Text, ShowsWhatStandsOnWhat) {
  const std::string text = to_text(stack());
  EXPECT_NE(text.find("\nstacks\n"
                      "  vm\n"
                      "    db\n"
                      "    web\n"
                      "      app\n"),
            std::string::npos)
      << text;
}

TEST(Text, FitsTheTerminal) {
  std::istringstream lines(to_text(stack(), 50));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  EXPECT_LE(longest, 50u) << to_text(stack(), 50);
}

TEST(Text, AModelCannotSendControlCharactersToTheTerminal) {
  plan::Plan plan = diamond();
  plan.activities[plan::ActivityId(0)].id = "\033[2J/provision";
  plan.inputs.push_back({"in\033", "string", true, std::nullopt, false, ""});
  EXPECT_EQ(to_text(plan).find('\033'), std::string::npos);
}

}  // namespace
}  // namespace planbuilder::review
