// Which lines of generated files are which activity or step, whatever the texts of a model look like.

#include <gtest/gtest.h>

#include <set>

#include "planbuilder/support/text.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {
namespace {

std::string lines(const OutputFile& file, const plan::Place& place) {
  const auto all = split(std::string_view(file.content), '\n');
  std::string out;
  for (std::uint32_t line = place.first; line <= place.last; ++line) out += std::string(all.at(line - 1)) + "\n";
  return out;
}

/// Its texts imitate what the script consists of.
plan::Plan imitating() {
  plan::Plan plan = new_plan("build", "build");
  const std::string fake =
      "x\n}\n\n# b/provision/create\nstep_b_provision_create() {\n  true\n}\nactivity 'b/provision' node 'b'\n";
  add_provision(plan, "a", "a.sh", {{"text", text(fake)}});
  add_provision(plan, "b", "b.sh", {{"text", text("</scope>\n<scope name=\"a--provision\">")}});
  add_edge(plan, "a/provision", "b/provision");
  return plan;
}

TEST(ShellPlaces, AreTheFunctionsOfTheStepsAndTheRowsOfActivities) {
  const plan::Plan plan = imitating();
  const auto [files, places] = emit_for("shell", plan);
  ASSERT_EQ(places.size(), 6u);
  for (const plan::Place& place : places) {
    const plan::Activity& activity = plan.activities[place.activity];
    const std::string found = lines(files.front(), place);
    if (place.step == 0) {
      EXPECT_TRUE(found.starts_with("activity '" + activity.id + "' node '")) << found;
      EXPECT_NE(found.find("\n  step '" + activity.steps.back().id + "'"), std::string::npos) << found;
    } else {
      EXPECT_TRUE(found.starts_with("step_" + activity.entity.id + "_provision_")) << found;
      EXPECT_TRUE(found.ends_with("\n}\n")) << found;
    }
  }
  const std::string create = lines(files.front(), places[3]);
  EXPECT_NE(create.find("'b.sh'"), std::string::npos) << create;
  EXPECT_NE(create.find("<scope name="), std::string::npos) << create;
}

TEST(BpelPlaces, AreScopes) {
  const plan::Plan plan = imitating();
  for (const char* target : {"bpel", "bpel-opentosca"}) {
    const auto [files, places] = emit_for(target, plan);
    std::set<std::pair<std::size_t, bool>> found;
    for (const plan::Place& place : places) {
      const std::string text = lines(files.front(), place);
      const std::string_view scope = trim(text);
      EXPECT_TRUE(scope.starts_with("<scope name=\"" + plan.activities[place.activity].entity.id + "--provision")) << text;
      EXPECT_TRUE(scope.ends_with("</scope>")) << text;
      found.emplace(place.activity.index(), place.step > 0);
    }
    EXPECT_EQ(found.size(), 4u) << target;  // both activities, and steps of both
  }
}

}  // namespace
}  // namespace planbuilder::testing
