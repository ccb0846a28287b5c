// The functions that runs know: what documents say of them is what is read, kept and written.
#include "planbuilder/plan/expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "planbuilder/plan/from_value.h"
#include "planbuilder/plan/json_writer.h"
#include "planbuilder/plan/read_expression.h"
#include "planbuilder/plan/write_expression.h"
#include "tests/support/expressions.h"

namespace planbuilder::plan {
namespace {

using testing::call;
using testing::call_of;
using testing::number;
using testing::text;

static_assert(sizeof(Expression) <= sizeof(Value), "large plans have many of them");

/// The ways in which documents call each function.
const std::multimap<std::string, std::string> examples = {
    {"get_input", R"({"$get_input":"port"})"},
    {"get_input", R"({"$get_input":["ports",0,"key"]})"},
    {"get_property", R"({"$get_property":["node","db","port"]})"},
    {"get_property", R"({"$get_property":["relationship","link",  "list","0",1]})"},
    {"get_attribute", R"({"$get_attribute":["node",["db",2],"address"]})"},
    {"get_attribute", R"({"$get_attribute":["node",["db",{"$get_index":[]}],"address"]})"},
    {"get_operation_output", R"({"$get_operation_output":["node","db","Standard","create","id"]})"},
    {"get_index", R"({"$get_index":[]})"},
    {"concat", R"({"$concat":"x"})"},
    {"concat", R"({"$concat":["x",{"$get_input":"y"},{"$$a":[1,2.5,null,true]}]})"},
    {"join", R"({"$join":[["a",{"$get_input":"b"}]]})"},
    {"join", R"({"$join":[{"$get_input":"list"},", "]})"},
    {"token", R"({"$token":[{"$get_input":"text"},":/",1]})"},
    {"and", R"({"$and":[{"$get_input":"a"},true]})"},
    {"or", R"({"$or":[{"$not":[{"$get_input":"a"}]},{"$get_input":"b"}]})"},
    {"not", R"({"$not":true})"},
    {"xor", R"({"$xor":[true,{"$get_input":"b"}]})"},
};

std::vector<std::string> examples_of(const RunFunction& function) {
  std::vector<std::string> all;
  const auto [first, end] = examples.equal_range(std::string(function.name));
  for (auto each = first; each != end; ++each) all.push_back(each->second);
  if (all.empty() && function.in_conditions_only()) {  // they differ in nothing but the number of arguments
    nlohmann::json arguments = nlohmann::json::array();
    while (arguments.size() < std::max(function.least, std::size_t{2}) && arguments.size() < function.most)
      arguments.push_back(nlohmann::json::parse(R"({"$get_input":"x"})"));
    all.push_back(nlohmann::json{{"$" + std::string(function.name), arguments}}.dump());
  }
  return all;
}

struct ExpressionReading {
  Expression expression;
  std::string problem;  // `offset: summary`
};

template <class Read>
ExpressionReading read(const std::string& document, const Read& read_what) {
  JsonReader json(document);
  ExpressionReading reading{read_what(json), ""};
  json.end();
  if (json.failed()) reading.problem = std::to_string(json.problem()->at) + ": " + json.problem()->summary;
  return reading;
}

ExpressionReading condition(const std::string& document) { return read(document, read_condition); }
std::string problem_of(const std::string& document) { return read(document, read_expression).problem; }

std::string written(const Expression& expression) {
  std::ostringstream out;
  {
    JsonWriter json(out);
    write_expression(json, expression, true);
  }
  return nlohmann::ordered_json::parse(out.str()).dump();
}

TEST(RunFunctions, AreWrittenAsTheyAreRead) {
  for (const RunFunction& function : run_functions()) {
    const std::vector<std::string> all = examples_of(function);
    ASSERT_FALSE(all.empty()) << function.name;
    for (const std::string& document : all) {
      const ExpressionReading reading = condition(document);
      EXPECT_EQ(reading.problem, "") << document;
      ASSERT_NE(reading.expression.function(), nullptr) << document;
      EXPECT_EQ(name_of(*reading.expression.function()), function.name);
      EXPECT_EQ(std::holds_alternative<Formula>(reading.expression.function()->data), function.in_conditions_only());
      EXPECT_EQ(written(reading.expression), nlohmann::ordered_json::parse(document).dump());
      EXPECT_EQ(written(to_expression(to_value(reading.expression))), nlohmann::ordered_json::parse(document).dump());
    }
  }
}

TEST(RunFunctions, EachOperatorIsOneOfThem) {
  for (int i = 0; i <= static_cast<int>(Operator::ceil); ++i) {
    const Function formula{Formula{static_cast<Operator>(i), {}}};
    const RunFunction* function = find_run_function(name_of(formula));
    ASSERT_NE(function, nullptr) << i;
    EXPECT_EQ(function->operation, static_cast<Operator>(i));
  }
}

TEST(RunFunctions, UnknownOnesAreReportedWithTheirPlace) {
  EXPECT_EQ(problem_of(R"({"$get_inputs": "x"})"), "1: no run knows a function 'get_inputs' (did you mean 'get_input'?)");
  EXPECT_EQ(problem_of(R"([1, {"$concat": ["a", {"$tomorrow": []}]}])"), "23: no run knows a function 'tomorrow'");
  EXPECT_EQ(problem_of(R"({"a": {"$and": [true]}})"), "7: 'and' may stand in conditions only");
  EXPECT_EQ(condition(R"({"$and": [{"$tomorrow": []}]})").problem, "11: no run knows a function 'tomorrow'");
  EXPECT_EQ(problem_of(R"({"$get_input": "a", "b": 1})"),
            "0: a call stands alone in its object: another key cannot be beside it");
  EXPECT_EQ(problem_of(R"({"$get_input": "a", "$get_index": []})"),
            "0: a call stands alone in its object: another key cannot be beside it");
}

TEST(RunFunctions, TakeWhatTheySay) {
  EXPECT_EQ(problem_of(R"({"$get_input": [1]})"), "15: 'get_input' takes NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_input": []})"), "15: 'get_input' takes NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_input": ["a", {"$get_input": "b"}]})"), "15: 'get_input' takes NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_property": []})"), "18: 'get_property' takes KIND ID NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_property": ["service", "a", "b"]})"), "18: 'get_property' takes KIND ID NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_property": ["node", ["a"], "b"]})"), "18: 'get_property' takes KIND ID NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_property": ["node", ["a", -1], "b"]})"), "18: 'get_property' takes KIND ID NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_attribute": ["node", "a"]})"), "19: 'get_attribute' takes KIND ID NAME [PATH...]");
  EXPECT_EQ(problem_of(R"({"$get_operation_output": ["node", "a", "i", "o", "n", "more"]})"),
            "26: 'get_operation_output' takes KIND ID INTERFACE OPERATION NAME");
  EXPECT_EQ(problem_of(R"({"$get_index": 1})"), "15: 'get_index' takes nothing");
  EXPECT_EQ(problem_of(R"({"$join": [["a"], 1]})"), "10: 'join' takes LIST [DELIMITER]");
  EXPECT_EQ(problem_of(R"({"$token": ["a", ":", "x"]})"), "11: 'token' takes TEXT CHARACTERS INDEX");
  EXPECT_EQ(condition(R"({"$not": [true, false]})").problem, "9: 'not' takes CONDITION");
}

TEST(FromValue, WhatNoRunCanCallIsKeptAsIt) {
  const auto left_of = [](const std::string& function, std::vector<Value> arguments) {
    const Expression expression = to_expression(Value{Call{function, std::move(arguments)}});
    return std::holds_alternative<Uncallable>(expression.function()->data);
  };
  EXPECT_TRUE(left_of("$tomorrow", {}));
  EXPECT_TRUE(left_of("$get_property", {Value{"SELF"}, Value{"a"}}));  // as a model writes it, not as a run would look it up
  EXPECT_TRUE(left_of("equal", {Value{true}, Value{true}}));
  EXPECT_TRUE(left_of("token", {Value{"a"}}));
  EXPECT_FALSE(left_of("token", {Value{"a"}, Value{":"}, Value{"1"}}));  // of TOSCA 1.x, where it is still text
  EXPECT_FALSE(left_of("$equal", {Value{true}, Value{true}}));
  EXPECT_FALSE(left_of("get_input", {Value{"a"}}));
  EXPECT_EQ(to_text(to_expression(Value{Call{"$tomorrow", {Value{"x"}}}})), R"({"$tomorrow":["x"]})");
}

TEST(Expression, TellsWhatItReads) {
  const Expression expression{ExpressionMap{
      {"a", call("concat", {call_of("get_input", {"i"}),
                            call("join", {Expression{ExpressionList{call_of("get_attribute", {"node", "n", "x", "y"})}}})})},
      {"b", call("token", {call_of("get_property", {"relationship", "r", "p"}), text(":"), number(0)})},
      {"c", call_of("get_operation_output", {"node", "n", "Standard", "create", "o"})},
      {"d", call("equal", {call_of("get_input", {"j"}), text("get_input")})}}};
  std::string all;
  for_each_reference(expression, [&](const Reference& read, SourceRange) { all += last_word(read) + " "; });
  EXPECT_EQ(all, "i y p o j ");
  std::string entities;
  for_each_entity_read(
      expression, [&](const auto& read, SourceRange) { entities += std::string(read.what) + " of " + read.of.entity.id + ", "; });
  EXPECT_EQ(entities, "attribute of n, property of r, output of n, ");
}

TEST(Expression, IsCopiedAsAWhole) {
  Expression original = call("concat", {text("a"), call_of("get_input", {"b"})});
  const Expression copy = original;
  std::get<Concat>((*std::get<Boxed<Function>>(original.data)).data).parts.clear();
  EXPECT_EQ(to_text(copy), R"({"$concat":["a",{"$get_input":["b"]}]})");
  EXPECT_FALSE(is_literal(copy));
  EXPECT_TRUE(is_literal({ExpressionList{text("a"), {}}}));
}

}  // namespace
}  // namespace planbuilder::plan
