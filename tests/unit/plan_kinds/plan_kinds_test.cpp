// The table of kinds: what every row must say, and how it is asked.
#include "planbuilder/plan_kinds/plan_kinds.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/folder.h"
#include "tests/support/plan_kinds.h"

namespace planbuilder {

namespace {

TEST(PlanKinds, EveryRowSaysWhatIsAskedOfIt) {
  std::set<std::string> words;
  for (const PlanKind& kind : PlanKinds::shipped()) {
    EXPECT_FALSE(kind->name.empty());
    EXPECT_FALSE(kind->does.empty() || kind->does.ends_with('.')) << kind->name;  // it becomes a part of a sentence
    EXPECT_FALSE(kind->operation.empty()) << kind->name;
    EXPECT_NE(kind->subject, Subject::unknown) << kind->name;
    EXPECT_EQ(kind->event.empty(), kind->direction == Direction::none) << kind->name;
    const bool of_operations = kind->subject == Subject::operation || (kind->subject == Subject::service && kind->event.empty());
    EXPECT_EQ(kind->calls_operations(), of_operations) << kind->name;
    EXPECT_TRUE(kind->given == Given::when_asked || kind->subject == Subject::service) << kind->name;
    EXPECT_TRUE(!kind->takes_part || kind->subject == Subject::service || of_operations) << kind->name;
    EXPECT_TRUE(words.insert(kind->name).second) << kind->name;
    for (const std::string& alias : kind->aliases) EXPECT_TRUE(words.insert(alias).second) << alias;
  }
  EXPECT_TRUE(PlanKinds::shipped().usual()->makes_service());
  EXPECT_TRUE(PlanKinds::shipped().of_events() == kinds::event);
  EXPECT_TRUE(PlanKinds::shipped().of_workflows() == kinds::workflow);
  EXPECT_EQ(PlanKinds::shipped().of_triggers()->name, "trigger");
}

TEST(PlanKinds, ActionsOfModelsNameThemInTheirOwnWay) {
  const PlanKinds& all = PlanKinds::shipped();
  for (const char* name : {"scale_out", "scale-out", "Scaling.scale_out"})
    EXPECT_EQ(all.find_action(name), all.find("scale-out")) << name;
  EXPECT_EQ(all.find_action("scale_sideways"), nullptr);
}

/// What a run asks of the instances that are there, it asks by the name: a script knows no table. What makes and removes nothing
/// is asked the same, so that kinds of the user need no name there.
TEST(PlanKinds, ShellRuntimeKnowsThem) {
  const std::string runtime = testing::read_file(PLANBUILDER_SOURCE "/templates/shell/runtime/runs.sh");
  const std::size_t start = runtime.find("case $pb_kind in");
  ASSERT_NE(start, std::string::npos);
  const std::string cases = runtime.substr(start, runtime.find("esac", start) - start);
  for (const PlanKind& kind : PlanKinds::shipped()) {
    const bool known =
        cases.find(" " + kind->name + ")") != std::string::npos || cases.find(" " + kind->name + " |") != std::string::npos;
    EXPECT_EQ(known, kind->direction != Direction::none) << kind->name;
  }
}

TEST(PlanKinds, AreFoundByNameAndAlias) {
  const PlanKinds& shipped = PlanKinds::shipped();
  ASSERT_NE(shipped.find("deploy"), nullptr);
  EXPECT_TRUE(*shipped.find("deploy") == kinds::build);
  EXPECT_TRUE(*shipped.find("scale-in") == kinds::scale_in);
  EXPECT_EQ(shipped.find("event"), nullptr);  // which event is meant must be said
  EXPECT_EQ(shipped.find("workflow"), nullptr);
  EXPECT_EQ(shipped.find("burn"), nullptr);
  EXPECT_EQ(shipped.find(""), nullptr);
  EXPECT_EQ(shipped.words(), (std::vector<std::string>{"backup", "build", "check", "defrost", "deploy", "discover", "freeze",
                                                       "restart", "restore", "run", "scale-in", "scale-out", "start", "stop",
                                                       "terminate", "test", "undeploy", "update", "upgrade"}));
  EXPECT_EQ(shipped.in_words(),
            "build (deploy), terminate (undeploy), scale-out, scale-in, start, stop, restart, update, check, discover, backup, "
            "restore, freeze, defrost, test, upgrade or run");
}

TEST(PlanKinds, ARowMoreIsAKindMore) {
  std::vector<PlanKindFacts> rows;
  for (const PlanKind& kind : PlanKinds::shipped()) rows.push_back(*kind.operator->());
  rows.push_back(
      {.name = "drain", .aliases = {"empty", "calm"}, .does = "Drains", .subject = Subject::service, .event = "drain"});
  const PlanKinds more(rows);
  EXPECT_TRUE(more.in_words().ends_with(", upgrade, run or drain (empty, calm)")) << more.in_words();
  EXPECT_TRUE(more.has_event("drain"));
  EXPECT_FALSE(PlanKinds::shipped().has_event("drain"));
  EXPECT_TRUE(*more.find("calm") == more.named("drain"));
}

TEST(PlanKinds, AKindOfADocumentKeepsItsName) {
  const PlanKind unknown = PlanKinds::shipped().named("burn");
  EXPECT_EQ(unknown->name, "burn");
  EXPECT_EQ(unknown->subject, Subject::unknown);
  EXPECT_FALSE(unknown == kinds::build);
  EXPECT_EQ(PlanKinds::shipped().named("deploy")->subject, Subject::unknown);  // documents have names, not other words
  EXPECT_TRUE(PlanKinds::shipped().named("build") == PlanKind());
}

TEST(PlanKinds, PlansAreCalledAfterKindAndSubject) {
  EXPECT_EQ(plan_name(kinds::build, ""), "build");
  EXPECT_EQ(plan_name(kinds::scale_out, "web"), "scale-out-web");
  EXPECT_EQ(subject_in("scale-out-web", kinds::scale_out), "web");
  EXPECT_EQ(subject_in("build", kinds::build), "");
  EXPECT_EQ(subject_in("builder", kinds::build), std::nullopt);
  EXPECT_EQ(subject_in("terminate", kinds::build), std::nullopt);
}

}  // namespace

}  // namespace planbuilder
