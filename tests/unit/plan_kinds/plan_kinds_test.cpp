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
    EXPECT_EQ(kind->event.empty(), kind->subject != Subject::service && kind->subject != Subject::region) << kind->name;
    EXPECT_TRUE(!kind->is_always_there || kind->subject == Subject::service) << kind->name;
    EXPECT_TRUE(!kind->takes_part || kind->subject == Subject::service) << kind->name;
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

/// What a run asks of the instances that are there, it asks by the name: a script knows no table.
TEST(PlanKinds, ShellRuntimeKnowsThem) {
  const std::string runtime = testing::read_file(PLANBUILDER_SOURCE "/templates/shell/runtime/runs.sh");
  const std::size_t start = runtime.find("case $pb_kind in");
  ASSERT_NE(start, std::string::npos);
  const std::string cases = runtime.substr(start, runtime.find("esac", start) - start);
  for (const PlanKind& kind : PlanKinds::shipped()) {
    const bool known =
        cases.find(" " + kind->name + ")") != std::string::npos || cases.find(" " + kind->name + " |") != std::string::npos;
    EXPECT_TRUE(known) << kind->name;
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
  EXPECT_EQ(shipped.words(), (std::vector<std::string>{"build", "deploy", "scale-in", "scale-out", "terminate", "undeploy"}));
  EXPECT_EQ(shipped.in_words(), "build (deploy), terminate (undeploy), scale-out or scale-in");
}

TEST(PlanKinds, ARowMoreIsAKindMore) {
  std::vector<PlanKindFacts> rows;
  for (const PlanKind& kind : PlanKinds::shipped()) rows.push_back(*kind.operator->());
  rows.push_back(
      {.name = "backup", .aliases = {"save", "dump"}, .does = "Saves", .subject = Subject::service, .event = "backup"});
  const PlanKinds more(rows);
  EXPECT_EQ(more.in_words(), "build (deploy), terminate (undeploy), scale-out, scale-in or backup (save, dump)");
  EXPECT_TRUE(more.has_event("backup"));
  EXPECT_FALSE(PlanKinds::shipped().has_event("backup"));
  EXPECT_TRUE(*more.find("dump") == more.named("backup"));
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
