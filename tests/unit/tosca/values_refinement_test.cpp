#include <gtest/gtest.h>

#include "tests/support/model.h"

namespace planbuilder::tosca {
namespace {

using testing::Model;
using testing::v1_3;

/// B derives from A; both define p.
std::string refinement_problems(const std::string& base, const std::string& derived, const std::string& value = "") {
  return Model(std::string(v1_3) + "data_types: {Port: {derived_from: integer, constraints: [greater_than: 0]}}\n" +
               "node_types:\n  A: {derived_from: Root, properties: {p: " + base +
               "}}\n  B: {derived_from: A, properties: {p: " + derived + "}}\ntopology_template: {node_templates: {b: {type: B" +
               (value.empty() ? "" : ", properties: {p: " + value + "}") + "}}}\n")
      .problems();
}

TEST(Refinement, MayNarrow) {
  EXPECT_EQ(refinement_problems("{type: integer, required: false}", "{type: integer, default: 4}"), "");
  EXPECT_EQ(refinement_problems("{type: integer}", "{type: Port}", "4"), "");
  EXPECT_EQ(refinement_problems("{type: list, entry_schema: integer}", "{type: list, entry_schema: Port}", "[4]"), "");
}

TEST(Refinement, MayNotWiden) {
  EXPECT_EQ(
      refinement_problems("{type: Port}", "{type: integer}", "4"),
      "service.yaml:5:37: error[bad-refinement]: the property 'p' of 'B' is of type integer, which is not derived from Port\n"
      "  service.yaml:4:40: this is the definition that it refines\n");
  EXPECT_EQ(
      refinement_problems("{type: string}", "{type: integer}", "4"),
      "service.yaml:5:37: error[bad-refinement]: the property 'p' of 'B' is of type integer, which is not derived from string\n"
      "  service.yaml:4:40: this is the definition that it refines\n");
  EXPECT_EQ(refinement_problems("{type: integer}", "{type: integer, required: false}"),
            "service.yaml:5:37: error[bad-refinement]: the property 'p' of 'B' cannot become optional\n"
            "  service.yaml:4:40: this is the definition that it refines\n");
}

TEST(Refinement, MayLeaveTheTypeOut) {
  const std::string base = "{type: list, entry_schema: integer, default: [1]}";
  EXPECT_EQ(refinement_problems(base, "{description: the same}"), "");
  EXPECT_EQ(refinement_problems(base, "{default: [x]}"),
            "service.yaml:5:51: error[wrong-value]: '[0]' in the default of the property 'p' must be an integer\n");
  EXPECT_EQ(refinement_problems(base, "{constraints: [min_length: 1]}", "[]"),
            "service.yaml:6:67: error[wrong-value]: the property 'p' must be at least 1 entry long\n"
            "  service.yaml:5:55: the constraint is here\n");
}

TEST(Refinement, ConstraintsAddUp) {
  const std::string base = "{type: integer, constraints: [greater_than: 2]}";
  const std::string derived = "{type: integer, constraints: [less_than: 9]}";
  EXPECT_EQ(refinement_problems(base, derived, "5"), "");
  EXPECT_EQ(refinement_problems(base, derived, "1"),
            "service.yaml:6:67: error[wrong-value]: the property 'p' must be greater than 2\n"
            "  service.yaml:4:73: the constraint is here\n");
  EXPECT_EQ(refinement_problems(base, "{type: integer, default: 1}"),
            "service.yaml:5:65: error[wrong-value]: the default of the property 'p' must be greater than 2\n"
            "  service.yaml:4:73: the constraint is here\n");
}

}  // namespace
}  // namespace planbuilder::tosca
