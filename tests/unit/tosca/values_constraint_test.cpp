#include <gtest/gtest.h>

#include "tests/unit/tosca/values_model.h"

namespace planbuilder::tosca {
namespace {

using testing::complaint;
using testing::Model;
using testing::property_model;

struct Checked {
  std::string schema;
  std::string value;
  std::string complaint;
};

TEST(Constraint, GoodAndBadValues) {
  const std::vector<Checked> cases = {
      {"{type: integer, constraints: [equal: 4]}", "4", ""},
      {"{type: integer, constraints: [equal: 4]}", "5", "must be 4"},
      {"{type: string, constraints: [abc]}", "abc", ""},
      {"{type: string, constraints: [abc]}", "abd", "must be 'abc'"},
      {"{type: integer, constraints: [greater_than: 4]}", "5", ""},
      {"{type: integer, constraints: [greater_than: 4]}", "4", "must be greater than 4"},
      {"{type: float, constraints: [greater_or_equal: 1]}", "1", ""},
      {"{type: float, constraints: [greater_or_equal: 1]}", "0.5", "must be at least 1.0"},
      {"{type: version, constraints: [less_than: 1.10]}", "1.9", ""},
      {"{type: version, constraints: [less_than: 1.10]}", "1.11", "must be less than '1.10'"},
      {"{type: scalar-unit.size, constraints: [less_or_equal: 1 GiB]}", "1024 MiB", ""},
      {"{type: scalar-unit.size, constraints: [less_or_equal: 1 GiB]}", "1025 MiB", "must be at most '1 GiB'"},
      {"{type: timestamp, constraints: [greater_than: 2001-01-01]}", "2001-01-01T00:00:01Z", ""},
      {"{type: timestamp, constraints: [greater_than: 2001-01-01]}", "2000-12-31", "must be greater than '2001-01-01'"},
      {"{type: integer, constraints: [in_range: [1, 4]]}", "4", ""},
      {"{type: integer, constraints: [in_range: [1, 4]]}", "5", "must be between 1 and 4"},
      {"{type: integer, constraints: [in_range: [1, UNBOUNDED]]}", "1000", ""},
      {"{type: integer, constraints: [in_range: [1, UNBOUNDED]]}", "0", "must be at least 1"},
      {"{type: range, constraints: [in_range: [1, 9]]}", "[2, 9]", ""},
      {"{type: range, constraints: [in_range: [1, 9]]}", "[2, 10]", "must be between 1 and 9"},
      {"{type: range, constraints: [in_range: [1, 9]]}", "[2, UNBOUNDED]", "must be between 1 and 9"},
      {"{type: integer, constraints: [valid_values: [1, 2, 4]]}", "4", ""},
      {"{type: integer, constraints: [valid_values: [1, 2, 4]]}", "3", "must be one of 1, 2, 4"},
      {"{type: list, entry_schema: string, constraints: [valid_values: [[1, 2], []]]}", "[1, 2]", ""},
      {"{type: boolean, constraints: [equal: true]}", "yes", ""},
      {"{type: string, constraints: [length: 3]}", "abc", ""},
      {"{type: string, constraints: [length: 3]}", "'\xC3\xA4\xC3\xB6\xC3\xBC'", ""},
      {"{type: string, constraints: [length: 3]}", "ab", "must be 3 characters long"},
      {"{type: string, constraints: [min_length: 1]}", "''", "must be at least 1 character long"},
      {"{type: list, entry_schema: string, constraints: [max_length: 1]}", "[a, b]", "must be at most 1 entry long"},
      {"{type: map, entry_schema: string, constraints: [min_length: 2]}", "{a: b}", "must be at least 2 entries long"},
      {"{type: string, constraints: [pattern: '[a-z]+']}", "abc", ""},
      {"{type: string, constraints: [pattern: '[a-z]+']}", "abc1", "must be text that matches '[a-z]+'"},
      {"{type: string, constraints: [schema: 'anything']}", "abc", ""},
      {"{type: integer, constraints: [greater_than: 1, less_than: 5]}", "7", "must be less than 5"},
      {"{type: scalar-unit.size, constraints: [greater_or_equal: 1]}", "1 kB", ""},
  };
  for (const Checked& item : cases) {
    const std::string wanted = item.complaint.empty() ? "" : "wrong-value: the property 'p' " + item.complaint;
    EXPECT_EQ(complaint(item.schema, item.value), wanted) << item.schema << " " << item.value;
  }
}

TEST(Constraint, BothPlacesAreShown) {
  EXPECT_EQ(property_model("{type: integer, constraints: [less_than: 5]}", "7").problems(),
            "service.yaml:9:12: error[wrong-value]: the property 'p' must be less than 5\n"
            "  service.yaml:3:84: the constraint is here\n");
}

TEST(Constraint, MustFitTheType) {
  const auto of = [](const std::string& schema) { return complaint(schema + ", required: false}", "~"); };
  EXPECT_EQ(of("{type: integer, constraints: [min_length: 2]"),
            "bad-constraint: 'min_length' cannot constrain a value of type integer");
  EXPECT_EQ(of("{type: boolean, constraints: [less_than: 2]"),
            "bad-constraint: 'less_than' cannot constrain a value of type boolean");
  EXPECT_EQ(of("{type: integer, constraints: [pattern: a]"),
            "bad-constraint: 'pattern' cannot constrain a value of type integer");
  EXPECT_EQ(of("{type: integer, constraints: [less_than: two]"),
            "bad-constraint: the argument of 'less_than' must be an integer");
  EXPECT_EQ(of("{type: integer, constraints: [in_range: [1]]"),
            "bad-constraint: the argument of 'in_range' must be [lower, upper]");
  EXPECT_EQ(of("{type: integer, constraints: [in_range: [4, 1]]"),
            "bad-constraint: the argument of 'in_range' must be [lower, upper], the lower one first");
  EXPECT_EQ(of("{type: integer, constraints: [valid_values: 1]"),
            "bad-constraint: the argument of 'valid_values' must be a list");
  EXPECT_EQ(of("{type: integer, constraints: [valid_values: [1, a]]"),
            "bad-constraint: the argument of 'valid_values' must be an integer");
  EXPECT_EQ(of("{type: string, constraints: [length: -1]"),
            "bad-constraint: the argument of 'length' must be a whole number that is not negative");
  EXPECT_EQ(of("{type: string, constraints: [pattern: '[']"),
            "bad-constraint: the argument of 'pattern' must be a regular expression");
  EXPECT_EQ(of("{type: string, constraints: [pattern: '(?i)a']"),
            "pattern-unchecked: values are not checked against this pattern: it is not one of ECMAScript");
}

TEST(Constraint, Grammar) {
  const auto of = [](const std::string& schema) { return complaint(schema, "~"); };
  EXPECT_EQ(of("{type: integer, constraints: [les_than: 2]}"),
            "unknown-keyname: unknown keyname 'les_than' in a constraint (did you mean 'less_than'?)");
  EXPECT_EQ(of("{type: integer, constraints: {less_than: 2}}"), "wrong-kind: 'constraints' must be a list, but this is a map");
}

}  // namespace
}  // namespace planbuilder::tosca
