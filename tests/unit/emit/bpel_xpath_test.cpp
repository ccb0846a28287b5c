#include "planbuilder/emit/bpel/xpath.h"

#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using emit::bpel::xpath_condition;
using emit::bpel::xpath_text;
using emit::bpel::xpath_value;

/// Inputs are known, attributes are not.
std::optional<std::string> known(const Call& call) {
  if (call.function != "get_input") return std::nullopt;
  return "$" + to_text(call.arguments.front());
}

std::string value(const Value& of) { return xpath_value(of, known).value_or("unknown"); }
std::string condition(const Value& of) { return xpath_condition(of, known).value_or("unknown"); }

const Value port = call_of("get_input", {"port"});
const Value address = call_of("get_attribute", {"node", "app", "address"});

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
  EXPECT_EQ(value(call("join", {Value{List{port, text("x")}}, text(", ")})), "concat($port, ', x')");
  EXPECT_EQ(value(call("token", {port, text(":"), Value{std::int64_t{1}}})),
            "substring-before(concat(substring-after($port, ':'), ':'), ':')");
  EXPECT_EQ(value(call("token", {port, text(":/"), Value{std::int64_t{0}}})),
            "substring-before(concat(translate($port, ':/', '::'), ':'), ':')");
  EXPECT_EQ(value(Value{List{text("a"), Value{true}}}), "'[\"a\",true]'");
}

TEST(BpelXPath, LeavesTheRest) {
  EXPECT_EQ(value(address), "unknown");
  EXPECT_EQ(value(call("concat", {text("http://"), address})), "unknown");
  EXPECT_EQ(value(Value{List{port}}), "unknown");  // its text would have to be quoted for JSON
  EXPECT_EQ(value(call("join", {port, text(",")})), "unknown");
}

TEST(BpelXPath, AsksConditions) {
  EXPECT_EQ(condition(Value{true}), "true()");
  EXPECT_EQ(condition(call("$equal", {port, Value{std::int64_t{80}}})), "string($port) = string('80')");
  EXPECT_EQ(condition(call("$not", {call("$less_than", {port, text("9")})})), "not(string($port) < string('9'))");
  EXPECT_EQ(condition(call("$or", {port, call("$valid_values", {port, Value{List{text("a"), text("b")}}})})),
            "(string($port) = string('true') or (string($port) = string('a') or string($port) = string('b')))");
  EXPECT_EQ(condition(call("$and", {port, address})), "unknown");
  EXPECT_EQ(condition(call("$matches", {port, text("x")})), "unknown");
}

}  // namespace

}  // namespace planbuilder::testing
