#include "planbuilder/emit/target.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/emit/template/template_engine.h"
#include "planbuilder/plan/description.h"
#include "planbuilder/plan/plan_json.h"
#include "templates/templates.h"
#include "tests/support/golden.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using plan::Record;

/// One of everything that a script can contain.
plan::Plan sample() {
  plan::Plan plan = new_scale_out();

  plan::Activity& app = add_activity(plan, "app", "provision");
  add_step(app, "record",
           Record{Record::What::create,
                  {{"port", call_of("get_input", {"port"}), false}},
                  {{"healthy", plan::Expression{false}, false}},
                  "",
                  ""});
  const plan::Expression url =
      call("concat", {text("http://"), call_of("get_attribute", {"node", "lb", "address"}), text("/it's")});
  plan::Invoke create =
      invoke("create", "scripts/create.py", {{"URL", url, false}, {"db-password", call_of("get_input", {"password"}), true}});
  create.outputs = {{"pid", {plan::Entity::Kind::node, "app"}, "process"}};
  create.timeout = 30;
  add_step(app, "create", create);
  add_step(app, "started", plan::SetState{"started"});

  plan::Activity& link = add_relationship(plan, "link", "provision");
  add_step(link, "record", Record{Record::What::create, {}, {}, "app", "lb"});
  plan::Activity& old = add_activity(plan, "old", "terminate");
  old.loops = true;
  add_step(old, "record", Record{Record::What::remove, {}, {}, "", ""});
  add_activity(plan, "nothing", "provision");
  order_scale_out(plan);
  plan.outputs = {{"url", "string", url, ""}};
  return plan;
}

TEST(Targets, JsonIsThePlanDocument) {
  const auto files = emit_for("json", sample()).files;
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, "plan.json");
  EXPECT_EQ(files[0].content, plan::to_json(sample()));
}

TEST(Targets, ShellHasATemplateForEveryKindOfStep) {
  plan::for_each_kind([](auto kind) {
    const std::string path = "shell/" + std::string(kind.word) + ".sh.inja";
    EXPECT_TRUE(embedded::find(embedded::templates(), path)) << path;
  });
}

TEST(Targets, ShellIsReadable) {
  const auto files = emit_for("shell", sample(), {.files_root = "../../.."}).files;
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].path, "plan.sh");
  EXPECT_TRUE(files[0].executable);
  EXPECT_EQ(files[1].path, "runtime.sh");
  expect_golden("unit/emit/golden/plan.sh", files[0].content);
}

TEST(Targets, TheRuntimeIsTheSameForAllPlans) {
  const auto runtime = [](const plan::Plan& plan) { return emit_for("shell", plan).files[1].content; };
  EXPECT_EQ(runtime(sample()), runtime(new_plan("build", "build")));
}

TEST(Targets, StepsWithTheSameLettersGetFunctionsOfTheirOwn) {
  plan::Plan plan = new_plan("build", "build");
  for (const char* node : {"a-b", "a.b", "a_b"}) add_step(add_activity(plan, node, "x"), "y", plan::SetState{"z"});
  const std::string script = emit_shell(plan);
  for (const char* name : {"step_a_b_x_y()", "step_a_b_x_y_2()", "step_a_b_x_y_3()"})
    EXPECT_NE(script.find(name), std::string::npos) << script;
}

TEST(TemplateEngine, ErrorsNameTheTemplate) {
  emit::TemplateEngine engine;
  const auto error_of = [&](const std::string& path, const nlohmann::json& data) -> std::string {
    try {
      return "rendered: " + engine.render(path, data);
    } catch (const emit::EmitError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(error_of("shell/none.inja", {}), "templates/shell/none.inja: there is no such template");
  EXPECT_EQ(error_of("shell/set-state.sh.inja", nlohmann::json::object()).substr(0, 34), "templates/shell/set-state.sh.inja:");
  EXPECT_EQ(error_of("shell/set-state.sh.inja", {{"state", 1}}).substr(0, 34), "templates/shell/set-state.sh.inja:");
}

}  // namespace

}  // namespace planbuilder::testing
