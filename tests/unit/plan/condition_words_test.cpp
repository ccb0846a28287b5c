#include "planbuilder/plan/condition_words.h"

#include <gtest/gtest.h>

#include "tests/support/expressions.h"

namespace planbuilder::plan {

namespace {

using testing::call;
using testing::call_of;
using testing::number;
using testing::text;

TEST(ConditionWords, SayWhatIsComparedWithWhat) {
  const Expression state = call_of("get_attribute", {"node", "app", "state"});
  const Expression up = call("equal", {state, text("started")});
  const Expression large = call("greater_than", {call_of("get_input", {"size"}), number(5)});
  EXPECT_EQ(condition_in_words(up), "state of app = started");
  EXPECT_EQ(condition_in_words(call("and", {up, large})), "state of app = started and input size > 5");
  EXPECT_EQ(condition_in_words(call("or", {up, call("not", {large})})), "(state of app = started or not (input size > 5))");
  EXPECT_EQ(condition_in_words(call("valid_values", {state, Expression{ExpressionList{text("a"), text("b")}}})),
            "state of app is one of: a, b");
  EXPECT_EQ(condition_in_words(call_of("get_property", {"node", "app", "ready"})), "ready of app");
  EXPECT_EQ(condition_in_words(Expression{true}), "true");
}

TEST(ConditionWords, AreThoseOfTheDocumentWhereThereAreNoOthers) {
  const Expression odd = call("has_prefix", {call_of("get_input", {"name"}), text("x")});
  EXPECT_EQ(condition_in_words(odd), to_text(odd));
}

}  // namespace

}  // namespace planbuilder::plan
