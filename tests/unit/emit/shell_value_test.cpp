#include "planbuilder/emit/shell/value.h"

#include <gtest/gtest.h>

#include "planbuilder/emit/template/emit_error.h"
#include "planbuilder/support/text.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

std::string lowered(const plan::Expression& value) { return join(emit::shell_value(value), "\n"); }

TEST(ShellValue, LiteralsAreText) {
  EXPECT_EQ(lowered(text("it's")), "value_text 'it'\\''s'");
  EXPECT_EQ(lowered(plan::Expression{true}), "value_text 'true'");
  EXPECT_EQ(lowered(plan::Expression{}), "");
  EXPECT_EQ(lowered(plan::Expression{plan::ExpressionList{text("a"), number(1)}}), R"(value_text '["a",1]')");
}

TEST(ShellValue, CallsAppend) {
  EXPECT_EQ(lowered(call("concat", {text("a"), text("b"), call_of("get_input", {"x"}), text("c")})),
            "value_text 'ab'\nvalue_input 'x'\nvalue_text 'c'");
  EXPECT_EQ(lowered(call_of("get_attribute", {"node", "app", "ports", "0"})), "value_attribute node 'app' 'ports' '0'");
  EXPECT_EQ(lowered(call_of("get_operation_output", {"relationship", "r", "Standard", "create", "o"})),
            "value_output relationship 'r' 'Standard' 'create' 'o'");
  EXPECT_EQ(lowered(call("join", {plan::Expression{plan::ExpressionList{call_of("get_input", {"x"}), text("y")}}, text(",")})),
            "value_input 'x'\nvalue_text ',y'");
}

TEST(ShellValue, PartsNest) {
  EXPECT_EQ(lowered(call("token", {call_of("get_input", {"x"}), text(":"), number(1)})),
            "value_open\nvalue_input 'x'\nvalue_token ':' 1");
  EXPECT_EQ(lowered(plan::Expression{plan::ExpressionMap{{"a", call_of("get_input", {"x"})}, {"b", number(2)}}}),
            "value_text '{\"a\":'\nvalue_open\nvalue_input 'x'\nvalue_json\nvalue_text ',\"b\":2}'");
}

TEST(ShellValue, RefusesWhatItCannotEvaluate) {
  EXPECT_THROW(lowered(call_of("get_artifact", {"SELF", "x"})), emit::EmitError);
  EXPECT_THROW(lowered(call("get_property", {text("$(x)"), text("a"), text("b")})), emit::EmitError);
  EXPECT_THROW(lowered(call("token", {text("a:b"), text(":"), call_of("get_input", {"x"})})), emit::EmitError);
}

/// What a run makes of it.
TEST(ShellValue, IsEvaluatedByTheRuntime) {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"x", "string", true, {}, false, ""}};
  plan::Activity& activity = add_activity(plan, "n", "provision");
  add_step(activity, "record",
           plan::Record{plan::Record::What::create,
                        {{"list",
                          plan::Expression{plan::ExpressionList{text("a b"), number(2),
                                                                plan::Expression{plan::ExpressionMap{{"k", text("v")}}}}},
                          false},
                         {"x", call_of("get_input", {"x"}), false},
                         {"copy", call_of("get_property", {"node", "n", "x"}), false}},
                        {},
                        "",
                        ""});
  const auto get = [](const std::string& name) { return call_of("get_property", {"node", "n", name}); };
  plan.outputs = {
      {"copy", "", get("copy"), ""},
      {"item", "", call_of("get_property", {"node", "n", "list", "2", "k"}), ""},
      {"joined", "", call("join", {get("list"), text("+")}), ""},
      {"json", "",
       plan::Expression{plan::ExpressionMap{{"q\"", call("concat", {get("x"), text("\n")})},
                                            {"n", plan::Expression{plan::ExpressionList{get("x"), plan::Expression{}}}}}},
       ""},
      {"missing", "", call_of("get_attribute", {"node", "n", "nothing"}), ""},
      {"token", "", call("concat", {text("<"), call("token", {get("x"), text(":]"), number(1)}), text(">")}), ""}};
  Workbench bench;
  bench.install(plan);
  const Result result = bench.run("build", {"--input", "x=a:\"b]c\\"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "copy=a:\"b]c\\\nitem=v\njoined=a b+2+{\"k\":\"v\"}\n"
            R"(json={"q\"":"a:\"b]c\\\n","n":["a:\"b]c\\",null]})"
            "\ntoken=<\"b>\n");
  EXPECT_NE(result.err.find("the output 'missing' has no value: node n has no attribute 'nothing' yet"), std::string::npos)
      << result.err;
}

}  // namespace

}  // namespace planbuilder::testing
