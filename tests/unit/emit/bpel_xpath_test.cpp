#include "planbuilder/emit/bpel/xpath.h"

#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using emit::bpel::xpath_condition;
using emit::bpel::xpath_text;
using emit::bpel::xpath_value;

/// Inputs are known, attributes are not.
std::optional<std::string> known(const plan::Function& read) {
  const auto* input = std::get_if<plan::InputRead>(&read.data);
  return input != nullptr ? std::optional("$" + input->name) : std::nullopt;
}

std::string value(const plan::Expression& of) { return xpath_value(of, known).value_or("unknown"); }
std::string condition(const plan::Expression& of) { return xpath_condition(of, known).value_or("unknown"); }

const plan::Expression port = call_of("get_input", {"port"});
const plan::Expression address = call_of("get_attribute", {"node", "app", "address"});

TEST(BpelXPath, QuotesWhatHasNoEscapes) {
  EXPECT_EQ(xpath_text(""), "''");
  EXPECT_EQ(xpath_text("$a"), "'$a'");
  EXPECT_EQ(xpath_text("it's"), "\"it's\"");
  EXPECT_EQ(xpath_text("'\"'"), "concat(\"'\", '\"', \"'\")");
  EXPECT_EQ(xpath_text("a'b\"c"), "concat('a', \"'b\", '\"c')");
}

TEST(BpelXPath, SaysWhatItCan) {
  EXPECT_EQ(value(text("x")), "'x'");
  EXPECT_EQ(value(port), "$port");
  EXPECT_EQ(value(call("concat", {text("a"), text("b"), port, text("")})), "concat('ab', $port)");
  EXPECT_EQ(value(call("concat", {})), "''");
  EXPECT_EQ(value(call("join", {plan::Expression{plan::ExpressionList{port, text("x")}}, text(", ")})), "concat($port, ', x')");
  EXPECT_EQ(value(call("token", {port, text(":"), number(1)})),
            "substring-before(concat(substring-after($port, ':'), ':'), ':')");
  EXPECT_EQ(value(call("token", {port, text(":/"), number(0)})),
            "substring-before(concat(translate($port, ':/', '::'), ':'), ':')");
  EXPECT_EQ(value(plan::Expression{plan::ExpressionList{text("a"), plan::Expression{true}}}), "'[\"a\",true]'");
}

TEST(BpelXPath, LeavesTheRest) {
  EXPECT_EQ(value(address), "unknown");
  EXPECT_EQ(value(call("concat", {text("http://"), address})), "unknown");
  EXPECT_EQ(value(plan::Expression{plan::ExpressionList{port}}), "unknown");  // its text would have to be quoted for JSON
  EXPECT_EQ(value(call("join", {port, text(",")})), "unknown");
}

TEST(BpelXPath, AsksConditions) {
  EXPECT_EQ(condition(plan::Expression{true}), "true()");
  EXPECT_EQ(condition(call("equal", {port, number(80)})), "string($port) = string('80')");
  EXPECT_EQ(condition(call("not", {call("less_than", {port, text("9")})})), "not(string($port) < string('9'))");
  EXPECT_EQ(
      condition(call("or", {port, call("valid_values", {port, plan::Expression{plan::ExpressionList{text("a"), text("b")}}})})),
      "(string($port) = string('true') or (string($port) = string('a') or string($port) = string('b')))");
  EXPECT_EQ(condition(call("and", {port, address})), "unknown");
  EXPECT_EQ(condition(call("matches", {port, text("x")})), "unknown");
}

}  // namespace

}  // namespace planbuilder::testing
