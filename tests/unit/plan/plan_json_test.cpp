#include "planbuilder/plan/plan_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "planbuilder/plan/description.h"
#include "tests/support/expressions.h"
#include "tests/support/folder.h"
#include "tests/support/plan_kinds.h"
#include "tests/support/process.h"

namespace planbuilder::plan {

namespace {

using testing::call;
using testing::number;
using testing::text;

/// One of everything.
Plan full_plan() {
  Plan plan;
  plan.name = "build";
  plan.kind = kinds::build;
  plan.derivation = "relationships";
  plan.derivation_reason = "it is so";
  plan.service = {"shop", "service.yaml", "sha256:1"};
  plan.inputs = {{"port", "integer", false, number(8080), false, ""}, {"password", "string", true, {}, true, "app needs it"}};
  plan.inputs[0].description = "where it listens";
  plan.inputs[0].written_as = "scalar";
  plan.inputs[0].units = {{"port", "1"}};
  plan.inputs[0].constraints = {{"in_range", Expression{ExpressionList{number(1), Expression{}}}, "at least 1"}};
  plan.outputs = {{"url", "string", call("concat", {text("http://"), call("get_input", {text("port")})}), "where it is", true}};
  plan.guard = call("get_input", {text("port")});
  plan.failure = {Failure::Policy::retry, 2};
  plan.files = {{"files/"}, {"files/app.war", std::string(64, '0'), 5'000'000'000}, {"scripts/create.sh"}};
  plan.scaling = {{"tier", "web", 1, 5, 3}, {"open", "db", 0, {}, 0}};
  plan.made_from = MadeFrom{"c0ffee",
                            {{{Entity::Kind::node, "app"},
                              2,
                              "old",
                              "ok",
                              "started",
                              "reconfigure",
                              "reconfigure",
                              "it changed",
                              {"port: 80 -> 81"},
                              Location{"s.yaml", 3, 1}},
                             {{Entity::Kind::node, "new"}, {}, {}, {}, {}, "add", "make"}}};
  plan.templates = {{"shop/create.sh.inja", "  invoke <{ sh(file) }>\n"}};

  Invoke invoke;
  invoke.interface = "Standard";
  invoke.operation = "create";
  invoke.artifact = {"scripts/create.sh", "tosca.artifacts.Implementation.Bash"};
  invoke.dependencies = {"scripts/lib.sh"};
  invoke.inputs = {
      {"PORT", number(1), false},
      {"MAP", Expression{ExpressionMap{{"$x", call("get_input", {text("password")})}, {"y", Expression{1.5}}}}, true}};
  invoke.outputs = {{"pid", {Entity::Kind::node, "app"}, "process"}, {"ip", {Entity::Kind::node, "db"}, "address", 1, true}};
  invoke.host = "vm";
  invoke.timeout = 30;
  invoke.may_fail = true;
  Activity app;
  app.id = "app/provision";
  app.entity = {Entity::Kind::node, "app"};
  app.transition = "provision";
  app.type = "shop.App";
  app.digest = "0123456789ab";
  app.instance = 2;
  app.host = "vm";
  app.filled_by = "standard";
  app.at = Location{"service.yaml", 3, 5};
  app.steps = {{"app/provision/record",
                Record{Record::What::create, {{"p", Expression{true}, false}}, {{"a", Expression{}, false}}, "", ""}},
               {"app/provision/create", invoke},
               {"app/provision/started", SetState{"started", {{"ready", Expression{true}}}, "ok"}}};
  Invoke remove;
  remove.operation = "delete";
  remove.plugin = std::string("shop");
  remove.artifact.file = "scripts/delete.sh";
  remove.entity = Entity{Entity::Kind::node, "vm"};
  app.steps[1].undo = remove;
  app.steps[1].templates = std::map<std::string, std::string>{{"shell", "shop/create.sh.inja"}};
  Activity link;
  link.id = "link/select";
  link.entity = {Entity::Kind::relationship, "link"};
  link.index = 2;
  link.transition = "select";
  link.type = "tosca.relationships.ConnectsTo";
  link.source = "app";
  link.target = "db";
  link.loops = true;
  link.made_with = Entity{Entity::Kind::node, "app"};
  link.reason = "why";
  link.condition =
      call("equal",
           {call("get_attribute", {text("node"), Expression{ExpressionList{text("db"), number(1)}}, text("state")}), text("up")});
  link.on_failure = {{{"state", text("error")}}, {"SELF::failed"}};
  link.failure = Failure{Failure::Policy::undo};
  link.steps = {{"link/select/1", Select{Select::Mode::recursive, "", Entity{Entity::Kind::node, "app"}, ""}},
                {"link/select/2", Select{Select::Mode::strategic, "UserProvided", {}, "which"}},
                {"link/select/3", Record{Record::What::remove, {}, {}, "app", "db"}},
                {"link/select/4", Record{Record::What::create, {}, {}, "app", "db", 2, 0, 3}},
                {"link/select/4a", Record{Record::What::update, {{"p", Expression{true}, false}}, {}, "app", "db"}},
                {"link/select/4b", Record{Record::What::rename, {}, {}, "app", "db", {}, {}, 1, std::string("old")}},
                {"link/select/5", Delegate{"provision", "Compute", {{"cores", number(2), false}}}},
                {"link/select/6", Transfer{"files/app.war", "vm", "shop/app.war"}},
                {"link/select/7", Wait{Wait::Until::reachable, "vm"}},
                {"link/select/8", Wait{Wait::Until::port, "vm", Argument{"port", call("get_input", {text("port")})}}},
                {"link/select/9", Wait{Wait::Until::command, "", {}, "test -e ready", 5}},
                {"link/select/10", Emit{"linked", {{"at", call("get_index", {})}}}}};
  const ActivityId first = plan.activities.add(app);
  const ActivityId second = plan.activities.add(link);
  plan.edges = {
      {first, second, true, {{"hosted-on", "because", Location{"service.yaml", 7, 1}}, {"data", "", {}}}, std::string("step")}};
  plan.diagnostics = {{"warning", "activity-unfilled", "nobody", "more", Location{"service.yaml", 0, 0}, {{"see", {}}}}};
  return plan;
}

}  // namespace

TEST(PlanJson, WritesTheDocumentInItsOrder) {
  EXPECT_EQ(to_json(full_plan()), testing::read_file(PLANBUILDER_SOURCE "/tests/unit/plan/full_plan.json"));
}

/// Else what is written and read back here would say nothing of a kind of step, or of a field, that is new.
TEST(PlanJson, HasEveryFieldOfEveryStepSomewhere) {
  std::map<std::string, std::set<std::string>> seen;  // by kind
  const auto document = nlohmann::json::parse(to_json(full_plan()));
  for (const auto& activity : document["activities"]) {
    for (const auto& step : activity["steps"]) {
      for (const auto& [key, value] : step.items()) seen[step["kind"]].insert(key);
      const auto undo = step.value("undo", nlohmann::json::object());
      for (const auto& [key, value] : undo.items()) seen["invoke"].insert(key);
    }
  }
  for_each_kind([&]<class Does>(Kind<Does> each) {
    const std::string kind(each.word);
    for_each_row<Does>([&](auto at) {
      const std::string key(decltype(at)::row.key);
      EXPECT_TRUE(seen[kind].contains(key)) << kind << " has no '" << key << "' in full_plan()";
    });
  });
}

TEST(PlanJson, KeepsEmptyListsAndLeavesOutEmptyParts) {
  Plan plan;
  plan.name = "build";
  plan.kind = kinds::build;
  plan.service.name = "s";
  EXPECT_EQ(to_json(plan),
            "{\n  \"format\": \"planbuilder/plan/1\",\n  \"name\": \"build\",\n  \"kind\": \"build\",\n"
            "  \"service\": {\n    \"name\": \"s\"\n  },\n  \"inputs\": [],\n  \"outputs\": [],\n"
            "  \"failure\": {\n    \"policy\": \"stop\"\n  },\n"
            "  \"activities\": [],\n  \"edges\": [],\n  \"diagnostics\": []\n}\n");
}

TEST(PlanJson, EscapesDollarKeysInExpressionsOnly) {
  Plan plan;
  plan.outputs = {
      {"literal", "", Expression{ExpressionMap{{"$a", text("x")}}}, ""},
      {"computed", "", Expression{ExpressionMap{{"$a", call("join", {Expression{ExpressionList{text("x")}}, text(",")})}}}, ""}};
  const auto document = nlohmann::json::parse(to_json(plan));
  EXPECT_EQ(document["outputs"][0]["value"].dump(), R"({"$a":"x"})");
  EXPECT_EQ(document["outputs"][1]["from"].dump(), R"({"$$a":{"$join":[["x"],","]}})");
}

TEST(PlanJson, SurvivesBytesThatAreNotUtf8) {
  Plan plan;
  plan.name = "a\xff";
  EXPECT_FALSE(nlohmann::json::parse(to_json(plan), nullptr, false).is_discarded());
}

TEST(PlanJson, FollowsItsSchema) {
  // The validator comes with the distribution's Python, which need not be the first on the PATH.
  std::string python;
  for (const char* candidate : {"python3", "/usr/bin/python3"}) {
    if (python.empty() && testing::run({candidate, "-c", "import jsonschema"}).exit_code == 0) python = candidate;
  }
  if (python.empty()) GTEST_SKIP() << "python3-jsonschema is not installed";
  const testing::Folder folder;
  folder.write("one.json", to_json(full_plan()));
  folder.write("many.json", to_json(std::vector<Plan>{full_plan(), Plan()}));
  std::string wrong = to_json(full_plan());
  wrong.replace(wrong.find("\"transition\""), 12, "\"transitiom\"");
  folder.write("wrong.json", wrong);
  const std::string check =
      "import json, jsonschema, sys\n"
      "schema = json.load(open(sys.argv[1]))\n"
      "jsonschema.Draft202012Validator.check_schema(schema)\n"
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(sys.argv[2])))\n";
  const auto validate = [&](const std::string& file) {
    return testing::run({python, "-c", check, PLANBUILDER_SOURCE "/planbuilder/plan/plan.schema.json", folder / file});
  };
  for (const char* file : {"one.json", "many.json"}) {
    const auto result = validate(file);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  EXPECT_NE(validate("wrong.json").exit_code, 0);
}

}  // namespace planbuilder::plan
