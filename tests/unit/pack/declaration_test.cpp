#include "planbuilder/pack/declaration.h"

#include <gtest/gtest.h>

#include "tests/unit/pack/pack_fixture.h"

namespace planbuilder::pack {
namespace {

using testing::a_plan;

TEST(Declaration, NamesOperationsAndWorkflows) {
  EXPECT_EQ(operation_of(a_plan("build", "build")), (OperationName{"OpenTOSCA-Lifecycle-Interface", "initiate"}));
  EXPECT_EQ(operation_of(a_plan("terminate", "terminate")), (OperationName{"OpenTOSCA-Lifecycle-Interface", "terminate"}));
  EXPECT_EQ(operation_of(a_plan("scale-out-tier", "scale-out")), (OperationName{"tier", "scale-out"}));
  EXPECT_EQ(operation_of(a_plan("event-heal", "event")), (OperationName{"planbuilder-events", "heal"}));
  EXPECT_EQ(workflow_of(a_plan("build", "build")), "deploy");
  EXPECT_EQ(workflow_of(a_plan("terminate", "terminate")), "undeploy");
  EXPECT_EQ(workflow_of(a_plan("scale-in-tier", "scale-in")), "scale-in-tier");
}

TEST(Declaration, RefersRelativeToTheDefinitions) {
  EXPECT_EQ(relative_reference("service.yaml", "Plans/build/shell/plan.sh"), "Plans/build/shell/plan.sh");
  EXPECT_EQ(relative_reference("Definitions/a.tosca", "Plans/x"), "../Plans/x");
  EXPECT_EQ(relative_reference("a/b/c.yaml", "a/Plans/x"), "../Plans/x");
  EXPECT_EQ(relative_reference("Plans/c.yaml", "Plans/x"), "x");
  EXPECT_EQ(relative_reference("a/b/a/c.yaml", "a/a/x"), "../../a/x");
}

TEST(Declaration, EncodesReferencesTwiceWhereTheFileIsEncoded) {
  EXPECT_EQ(url_encode("http://x.org/a b", false), "http%3A%2F%2Fx.org%2Fa%20b");
  EXPECT_EQ(url_encode("../servicetemplates/http%3A%2F%2Fx/\xc3\xa9", true), "../servicetemplates/http%253A%252F%252Fx/%C3%A9");
}

TEST(Declaration, FindsFreeNames) {
  EXPECT_EQ(free_name("a", [](const std::string& name) { return name == "a" || name == "a-2"; }), "a-3");
  EXPECT_EQ(free_name("b", [](const std::string&) { return false; }), "b");
}

}  // namespace
}  // namespace planbuilder::pack
