// How differences are shown.
#include "planbuilder/diff/write.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/folder.h"
#include "tests/support/process.h"
#include "tests/unit/diff/plans.h"

namespace planbuilder::diff {
namespace {

/// One of everything.
Difference full_difference() {
  plan::Plan before = plan_of({"a", "x", "b", "c"}, {{"a", "x"}, {"x", "b"}, {"b", "c"}});
  plan::Plan after = plan_of({"a", "c", "b", "<y>"}, {{"a", "c"}, {"c", "b"}, {"b", "<y>"}});
  before.activities[plan::ActivityId(0)].host = "vm";
  before.inputs = {{"port", "integer", true, {}, false, ""}};
  after.inputs = {{"port", "integer", true, plan::Expression{std::int64_t{80}}, false, ""}};
  after.outputs = {{"url", "string", plan::Expression{std::string("http://\"")}, ""}};
  Difference difference = compare({before}, {after, plan_of({"a"}, {}, "terminate")}, {.renames = false});
  difference.renames = {{{plan::Entity::Kind::node, "n"}, "m"}, {{plan::Entity::Kind::relationship, "n.r"}, "m.r", true}};
  return difference;
}

TEST(Text, TellsEverything) {
  EXPECT_EQ(
      to_text(full_difference(), false),
      "renamed\n"
      "    ~ node n -> m\n"
      "    and 1 relationship called after them\n"
      "\n"
      "build plan: 1 activity added, 1 activity removed, 1 activity changed, 1 order gained, 1 order lost, 1 input differs, "
      "1 output differs\n"
      "  activities\n"
      "    + <y>/provision  filled by standard\n"
      "        after b/provision\n"
      "    - x/provision  filled by standard\n"
      "        after a/provision; before b/provision\n"
      "    ~ a/provision\n"
      "        - host: \"vm\"\n"
      "  order gained\n"
      "    + c/provision before b/provision  (it was the other way round)\n"
      "        rule: c to b  (s.yaml:1:1)\n"
      "  order lost\n"
      "    - b/provision before c/provision  (it is the other way round now)\n"
      "        rule: b to c  (s.yaml:1:1)\n"
      "  inputs\n"
      "    ~ port\n"
      "        + default: 80\n"
      "  outputs\n"
      "    + url\n"
      "        + type: \"string\"\n"
      "        + value: \"http://\\\"\"\n"
      "  parallelism\n"
      "    at once, at most: 1\n"
      "    longest chain: 4\n"
      "        - a/provision > x/provision > b/provision > c/provision\n"
      "        + a/provision > c/provision > b/provision > <y>/provision\n"
      "\n"
      "terminate plan: added\n"
      "    + the plan is new: 1 activity, up to 1 at once, 1 one after another\n");
}

TEST(Text, IsColouredWhenAsked) {
  EXPECT_NE(to_text(full_difference(), true).find("\033[32m+ <y>/provision"), std::string::npos);
  EXPECT_EQ(to_text({}, true), "no differences\n");
}

TEST(Html, IsOnePageInWhichNamesAreText) {
  const std::string page = to_html(full_difference());
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("<p class=\"added d1\">+ &lt;y&gt;/provision"), std::string::npos);
  EXPECT_EQ(page.find("<y>"), std::string::npos);
  EXPECT_EQ(page.find("http://\""), std::string::npos);
  EXPECT_NE(to_html({}).find("<p>no differences</p>"), std::string::npos);
}

TEST(Mermaid, DrawsWhatDiffers) {
  const std::string picture = to_mermaid(full_difference()).value();
  EXPECT_NE(picture.find("[\"#lt;y#gt;/provision\"]:::added"), std::string::npos) << picture;
  EXPECT_NE(picture.find("[\"x/provision\"]:::removed"), std::string::npos);
  EXPECT_NE(picture.find(" -.-> "), std::string::npos);
  std::vector<std::string> names = {"hub"};
  std::vector<Ends> edges;
  for (int i = 0; i < 600; ++i) {
    names.push_back("n" + std::to_string(i));
    edges.emplace_back("hub", names.back());
  }
  EXPECT_FALSE(to_mermaid(compare({plan_of(names, {})}, {plan_of(names, edges)})).has_value());
}

TEST(Json, FollowsItsSchema) {
  std::ostringstream out;
  Difference difference = full_difference();
  const LineDifference lines{{{true, 2, "new"}, {false, 3, "old", true}}, 4};
  difference.files = {
      {"run.sh", plan::UsedFile{"run.sh", std::string(64, '1'), 5}, plan::UsedFile{"run.sh"}, {{"build", "a", "a/b"}}, lines}};
  difference.unknown_files = 1;
  write_json(difference, out);
  const auto document = nlohmann::json::parse(out.str());
  EXPECT_FALSE(document["equal"]);
  EXPECT_EQ(document["plans"][0]["order"]["lost"].size(), 1u);
  EXPECT_EQ(document["plans"][0]["inputs"][0]["changes"][0]["after"], 80);
  EXPECT_EQ(document["files"][0]["lines"][1].dump(), R"({"line":3,"removed":"old","unended":true})");
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"}) {
    if (python.empty() && testing::run({candidate, "-c", "import jsonschema"}).exit_code == 0) python = candidate;
  }
  if (python.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const testing::Folder folder;
  folder.write("right.json", out.str());
  auto wrong = document;
  wrong["plans"][0]["order"].erase("lost");
  folder.write("wrong.json", wrong.dump());
  const auto validate = [&](const std::string& file) {
    return testing::run(
        {python, "-m", "jsonschema", "-i", folder / file, PLANBUILDER_SOURCE "/planbuilder/diff/diff.schema.json"});
  };
  EXPECT_EQ(validate("right.json").exit_code, 0) << validate("right.json").err;
  EXPECT_NE(validate("wrong.json").exit_code, 0);
}

}  // namespace
}  // namespace planbuilder::diff
