// What becomes of plans in which an operation fails is said when they are made.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view failing_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    base: {type: tosca.nodes.Root, interfaces: {Standard: {operations: {create: log.sh, delete: log.sh}}}}
    top:
      type: tosca.nodes.Root
      requirements: [dependency: base]
      interfaces: {Standard: {operations: {create: fail.sh}}}
)";

class OnFailure : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", failing_service);
    folder_.write("in/log.sh", "echo \"$PLANBUILDER_OPERATION $PLANBUILDER_NODE\" >>\"$TRACE\"\n");
    folder_.write("in/fail.sh", "echo failing >>\"$TRACE\"; exit 3\n");
  }

  /// Makes the plans with these options, and runs the one that builds.
  Result build(std::vector<std::string> made_with) {
    made_with.insert(made_with.begin(), {"generate", folder_ / "in", "-o", folder_ / "out"});
    const Result generated = planbuilder(made_with);
    EXPECT_EQ(generated.exit_code, 0) << generated.err;
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    return run({folder_ / "out/build/shell/plan.sh", "--state", folder_ / "state"}, options);
  }

  Folder folder_;
};

TEST_F(OnFailure, PlansStop) {
  EXPECT_EQ(build({}).exit_code, 1);
  EXPECT_EQ(read_file(folder_ / "trace"), "create base\nfailing\n");
}

TEST_F(OnFailure, PlansTakeBackWhatWasDone) {
  EXPECT_EQ(build({"--on-failure", "undo"}).exit_code, 4);
  EXPECT_EQ(read_file(folder_ / "trace"), "create base\nfailing\ndelete base\n");
}

TEST_F(OnFailure, PlansTryAgain) {
  EXPECT_EQ(build({"--on-failure", "retry=1"}).exit_code, 1);
  EXPECT_EQ(read_file(folder_ / "trace"), "create base\nfailing\nfailing\n");
}

TEST_F(OnFailure, ThePolicyIsInTheDocument) {
  const Result plan = planbuilder({"plan", folder_ / "in", "--json", "--on-failure", "retry"});
  EXPECT_EQ(nlohmann::json::parse(plan.out)["failure"].dump(), R"({"policy":"retry","retries":3})") << plan.err;
}

TEST_F(OnFailure, OtherWordsAreWrongUsage) {
  for (const char* wrong : {"ignore", "retry=0", "retry=x", "retry=-1", "undo=2", ""}) {
    const Result refused = planbuilder({"plan", folder_ / "in", "--on-failure", wrong});
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_NE(refused.err.find("stop, undo, retry or retry=N is wanted"), std::string::npos) << refused.err;
  }
}

}  // namespace
}  // namespace planbuilder::testing
