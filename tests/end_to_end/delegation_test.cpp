// What the model leaves to others is done by a command that the user gives.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view open_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Queue:
    derived_from: tosca.nodes.Root
    properties: {size: {type: integer, default: 5}}
    attributes: {address: {type: string}}
  App:
    derived_from: tosca.nodes.Root
    requirements: [queue: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn}]
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        operations: {create: {implementation: log.sh, inputs: {queue: {get_attribute: [queue, address]}}}}
topology_template:
  node_templates:
    queue: {type: Queue, directives: [substitute]}
    app: {type: App, requirements: [queue: queue]}
    machine: {type: tosca.nodes.Abstract.Compute}
)";

class Delegation : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", open_service);
    folder_.write("in/log.sh", "echo \"app uses $queue\" >>\"$TRACE\"\n");
    const Result generated = planbuilder({"generate", folder_ / "in", "--target", "shell", "-o", folder_ / "out"});
    ASSERT_EQ(generated.exit_code, 0) << generated.err;
  }

  Result run_plan(const std::string& plan, const std::vector<std::string>& more = {}) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    std::vector<std::string> command{folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"};
    command.insert(command.end(), more.begin(), more.end());
    return run(command, options);
  }

  Folder folder_;
};

TEST_F(Delegation, IsShownAndExplained) {
  const Result plan = planbuilder({"plan", folder_ / "in"});
  EXPECT_NE(plan.out.find("queue/provision      delegate Queue"), std::string::npos) << plan.out;
  EXPECT_NE(plan.out.find("machine/provision    delegate tosca.nodes.Abstract.Compute"), std::string::npos) << plan.out;
  const Result explained = planbuilder({"explain", folder_ / "in", "queue"});
  EXPECT_NE(
      explained.out.find("it is a node of the service, but asks for a substitute that nobody has: it is left to someone else"),
      std::string::npos)
      << explained.out;
  const Result dry = run_plan("build", {"--dry-run"});
  EXPECT_NE(dry.out.find("delegate provision Queue queue: (--delegate COMMAND says how)"), std::string::npos)
      << dry.out << dry.err;
}

TEST_F(Delegation, WithoutACommandTheRunDoesNotStart) {
  const Result refused = run_plan("build");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.err,
            "planbuilder: the model does not say how these are done: queue/provision/delegate machine/provision/delegate (give a "
            "command that does, with --delegate COMMAND)\n");
  EXPECT_NE(run({"test", "-e", folder_ / "state/runs/1"}).exit_code, 0);
}

TEST_F(Delegation, TheCommandIsToldAllAndGivesAttributes) {
  folder_.write("delegate.sh",
                "echo \"$PLANBUILDER_TRANSITION $PLANBUILDER_TYPE $PLANBUILDER_INSTANCE ${size-}\" >>\"$TRACE\"\n"
                "if [ \"$PLANBUILDER_TRANSITION\" = provision ]; then echo address=q:1 >\"$PLANBUILDER_OUTPUTS\"; fi\n");
  const std::vector<std::string> with{"--jobs", "1", "--delegate", "bash '" + (folder_ / "delegate.sh") + "'"};
  const Result built = run_plan("build", with);
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const Result removed = run_plan("terminate", with);
  ASSERT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(run({"sort", folder_ / "trace"}).out,
            "app uses q:1\n"
            "provision Queue queue/1 5\n"
            "provision tosca.nodes.Abstract.Compute machine/1 \n"
            "terminate Queue queue/1 5\n"
            "terminate tosca.nodes.Abstract.Compute machine/1 \n");
}

TEST_F(Delegation, ACommandThatFailsIsAFailedStep) {
  const Result failed = run_plan("build", {"--delegate", "exit 4"});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.err.find("the delegate: exit code 4"), std::string::npos) << failed.err;
  EXPECT_NE(failed.err.find("--delegate exit\\ 4\n"), std::string::npos) << failed.err;
}

}  // namespace
}  // namespace planbuilder::testing
