#include "planbuilder/plan/read_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/plan_json.h"
#include "planbuilder/support/render_diagnostics.h"
#include "tests/support/expressions.h"
#include "tests/support/folder.h"

namespace planbuilder::plan {
namespace {

struct PlanReading {
  std::optional<Document> document;
  std::string problems;
};

PlanReading read(std::string text) {
  Sources sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("plan.json", std::move(text));
  PlanReading reading;
  reading.document = read_document(sources, file, diagnostics);
  reading.problems = render_text(diagnostics, sources, {.color = false, .excerpts = false});
  return reading;
}

std::string full_text() { return testing::read_file(PLANBUILDER_SOURCE "/tests/unit/plan/full_plan.json"); }

/// The document with one piece of it replaced.
std::string problems_with(const std::string& piece, const std::string& other) {
  std::string text = full_text();
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  const PlanReading reading = read(text.replace(at, piece.size(), other));
  EXPECT_FALSE(reading.document.has_value());
  return reading.problems;
}

TEST(ReadPlan, GivesBackWhatWasWritten) {
  const PlanReading one = read(full_text());
  ASSERT_TRUE(one.document) << one.problems;
  ASSERT_EQ(one.document->plans.size(), 1u);
  EXPECT_FALSE(one.document->several);
  EXPECT_EQ(to_json(one.document->plans.front()), full_text());

  const std::string several = to_json(std::vector<Plan>{one.document->plans.front(), one.document->plans.front()});
  const PlanReading two = read(several);
  ASSERT_TRUE(two.document) << two.problems;
  EXPECT_TRUE(two.document->several);
  EXPECT_EQ(to_json(two.document->plans), several);
  EXPECT_TRUE(read("{\"plans\": []}").document->plans.empty());
}

TEST(ReadPlan, KeepsTextsNumbersAndCalls) {
  Plan plan;
  plan.outputs = {
      {"text", "", Expression{std::string("quote \" back \\ line \n tab \t bell \a nul ") + '\0' + " \xf0\x9f\x90\x99 \xc3\xbc"},
       ""},
      {"numbers", "",
       Expression{ExpressionList{Expression{std::int64_t{-9223372036854775807}}, Expression{0.1}, Expression{1e300},
                                 Expression{-0.0}, Expression{2.0}}},
       ""},
      {"dollar", "", Expression{ExpressionMap{{"$a", testing::call("concat", {Expression{ExpressionMap{{"$$b", {}}}}})}}}, ""}};
  Activity activity;
  activity.condition = testing::call("and", {testing::call_of("get_input", {"x"}), Expression{true}});
  plan.activities.add(activity);
  const PlanReading reading = read(to_json(plan));
  ASSERT_TRUE(reading.document) << reading.problems;
  const Plan& back = reading.document->plans.front();
  for (std::size_t i = 0; i < plan.outputs.size(); ++i)
    EXPECT_TRUE(same(to_value(back.outputs[i].value), to_value(plan.outputs[i].value))) << plan.outputs[i].name;
  EXPECT_EQ(to_json(back), to_json(plan));
}

TEST(ReadPlan, TakesKeysAndEdgesInAnyOrder) {
  const PlanReading reading =
      read(R"({"edges": [{"to": "c", "from": "b", "origins": []}, {"from": "a", "to": "b", "origins": []}],
    "diagnostics": [], "outputs": [], "inputs": [], "service": {"name": "s"}, "failure": {"policy": "undo"}, "kind": "build", "name": "build",
    "activities": [
      {"steps": [{"artifact": {"file": "\u0061\ud83d\ude00.sh"}, "kind": "invoke", "id": "a/x"}], "id": "a", "transition": "t", "entity": {"node": "a"}},
      {"steps": [], "id": "b", "transition": "t", "entity": {"node": "b"}}, {"steps": [], "id": "c", "transition": "t", "entity": {"node": "c"}}],
    "format": "planbuilder/plan/1"})");
  ASSERT_TRUE(reading.document) << reading.problems;
  const Plan& plan = reading.document->plans.front();
  EXPECT_EQ(plan.edges.front().from, ActivityId(0));
  EXPECT_EQ(plan.edges.back().to, ActivityId(2));
  EXPECT_EQ(std::get<Invoke>(plan.activities[ActivityId(0)].steps.front().action).artifact.file, "a\xf0\x9f\x98\x80.sh");
}

TEST(ReadPlan, KeepsAKindThatNobodyKnows) {
  std::string text = full_text();
  const std::string known = "\"kind\": \"build\"";
  text.replace(text.find(known), known.size(), "\"kind\": \"burn\"");
  const PlanReading reading = read(text);
  ASSERT_TRUE(reading.document) << reading.problems;
  EXPECT_EQ(to_json(reading.document->plans.front()), text);
}

TEST(ReadPlan, SaysWhereTextIsNoJson) {
  EXPECT_EQ(read("").problems, "plan.json:1:1: error[json-syntax]: the text ends too early\n");
  EXPECT_EQ(read("{\n  \"format\" \"x\"}").problems, "plan.json:2:12: error[json-syntax]: '\"' cannot stand here\n");
  EXPECT_EQ(read("{\"format\": \"x\ny\"}").problems,
            "plan.json:1:14: error[json-syntax]: a control character inside a text must be escaped\n");
  EXPECT_EQ(read("{\"format\": \"\xff\"}").problems, "plan.json:1:13: error[json-syntax]: this is not UTF-8\n");
  EXPECT_EQ(read("{\"a\": \"\\ud83d\"}").problems, "plan.json:1:8: error[json-syntax]: half a surrogate pair is no character\n");
  EXPECT_EQ(read("{\"a\": \"\\u12").problems, "plan.json:1:10: error[json-syntax]: four hexadecimal digits are expected here\n");
  EXPECT_EQ(read("{\"a\": 01}").problems, "plan.json:1:8: error[json-syntax]: '1' cannot stand here\n");
  EXPECT_EQ(read("{\"a\": [1,]}").problems, "plan.json:1:10: error[json-syntax]: ']' cannot stand here\n");
  EXPECT_EQ(read("{\"a\": tru}").problems, "plan.json:1:7: error[json-syntax]: 't' cannot stand here\n");
  EXPECT_EQ(read("{\"a\": " + std::string(1'000'000, '[')).problems, "plan.json:1:506: error[json-syntax]: nested too deeply\n");
  const std::string text = full_text();
  const auto lines = std::count(text.begin(), text.end(), '\n');
  EXPECT_EQ(read(text + "x").problems,
            "plan.json:" + std::to_string(lines + 1) + ":1: error[json-syntax]: 'x' cannot stand here\n");
}

TEST(ReadPlan, SaysWhereJsonIsNoPlan) {
  EXPECT_EQ(read("[]").problems, "plan.json:1:1: error[bad-plan]: an object is expected here, not a list\n");
  EXPECT_EQ(
      read(" {}").problems,
      "plan.json:1:2: error[bad-plan]: this is no plan document: its 'format' is missing instead of 'planbuilder/plan/1'\n");
  EXPECT_EQ(read("{\"plans\": [{\"format\": \"x/2\"}]}").problems,
            "plan.json:1:12: error[bad-plan]: this is no plan document: its 'format' is 'x/2' instead of 'planbuilder/plan/1'\n");
  EXPECT_EQ(problems_with("\"derivation\"", "\"derivatoin\""),
            "plan.json:5:3: error[bad-plan]: unknown key 'derivatoin' (did you mean 'derivation'?)\n");
  EXPECT_EQ(problems_with("\"derivation\": \"relationships\"", "\"kind\": \"build\""),
            "plan.json:5:3: error[bad-plan]: 'kind' is there twice\n");
  EXPECT_EQ(problems_with("  \"kind\": \"build\",\n", ""), "plan.json:1:1: error[bad-plan]: the key 'kind' is missing\n");
  EXPECT_EQ(problems_with("\"required\": false", "\"required\": 0"),
            "plan.json:16:19: error[bad-plan]: true or false is expected here, not a number\n");
  EXPECT_NE(problems_with("\"kind\": \"set-state\"", "\"kind\": \"unset\"").find("no step is of the kind 'unset'"),
            std::string::npos);
  EXPECT_NE(problems_with("\"kind\": \"set-state\"", "\"id\": \"x\", \"kind\": \"set-state\"").find("'id' is there twice"),
            std::string::npos);
  EXPECT_NE(problems_with("\"id\": \"app/provision/started\",", "").find("the step has no 'id'"), std::string::npos);
  EXPECT_NE(problems_with("\"state\": \"started\"", "\"undo\": {}").find("unknown key 'undo'"), std::string::npos);
  EXPECT_NE(problems_with("\"event\": \"linked\"", "\"templates\": {}").find("the key 'event' is missing"), std::string::npos);
  EXPECT_NE(problems_with("\"relationship\": \"link\"", "\"relation\": \"link\"").find("unknown key 'relation'"),
            std::string::npos);
  EXPECT_NE(problems_with("\"node\": \"app\"", "").find("one key of 'node' or 'relationship' or 'service' is expected"),
            std::string::npos);
  EXPECT_NE(problems_with("\"loop\": \"instances\"", "\"loop\": \"x\"").find("'instances' is expected here"), std::string::npos);
  EXPECT_NE(problems_with("\"what\": \"create\"", "\"what\": \"make\"")
                .find("'create' or 'update' or 'rename' or 'remove' or 'find' or 'confirm' is expected here"),
            std::string::npos);
  EXPECT_NE(problems_with("\"timeout\": 30", "\"timeout\": -30").find("the number is out of range"), std::string::npos);
  EXPECT_NE(problems_with("\"timeout\": 30", "\"timeout\": 3.5").find("a whole number is expected here"), std::string::npos);
  EXPECT_NE(problems_with("\"value\": true", "\"secret\": true").find("one key of 'value' or 'from' is expected"),
            std::string::npos);
}

TEST(ReadPlan, HoldsEdgesAgainstActivities) {
  EXPECT_NE(problems_with("\"from\": \"app/provision\"", "\"from\": \"app\"")
                .find("error[bad-plan]: the edge names an activity 'app' that is not there"),
            std::string::npos);
  EXPECT_NE(problems_with("\"to\": \"link/select\"", "\"to\": \"app/provision\"").find("the edge leads backwards"),
            std::string::npos);
  const std::string edge = "\"to\": \"link/select\",\n      \"redundant\": true";
  EXPECT_NE(problems_with(edge, edge + ", \"origins\": []}, {\"to\": \"link/select\", \"from\": \"app/provision\"")
                .find("the edge from 'app/provision' to 'link/select' is there twice"),
            std::string::npos);
  // The one in the document waits for a failure: there is no second one for the success.
  const std::string ordinary = R"({"from": "app/provision", "to": "link/select", "origins": []}, )";
  EXPECT_NE(problems_with("\"edges\": [", "\"edges\": [" + ordinary).find("is there twice"), std::string::npos);
  EXPECT_NE(
      problems_with("\"id\": \"link/select\"", "\"id\": \"app/provision\"").find("there are two activities 'app/provision'"),
      std::string::npos);
}

/// Whatever a document was damaged by, it is read or has one problem.
TEST(ReadPlan, SurvivesAnyDamage) {
  const std::string text = full_text();
  std::mt19937 random(1);
  for (std::size_t at = 0; at < text.size() - 1; at += PLANBUILDER_RANDOM_SHARE) {
    const PlanReading cut = read(text.substr(0, at));
    ASSERT_FALSE(cut.document.has_value()) << at;
    std::string damaged = text;
    damaged[at] = "{}[]\",:\\u0-x\0\xff"[random() % 15];
    const PlanReading reading = read(damaged);
    ASSERT_EQ(reading.document.has_value(), reading.problems.empty()) << at;
  }
}

}  // namespace
}  // namespace planbuilder::plan
