// Workflows of the model, as a user asks for them, packs and runs them.

#include <gtest/gtest.h>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

constexpr std::string_view cared_for = R"(tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: cared}
node_types:
  N:
    derived_from: tosca.nodes.Root
    attributes: {level: {type: integer, default: 1}, found: {type: string, default: nothing}}
    requirements:
      - link: {capability: tosca.capabilities.Node, relationship: tosca.relationships.DependsOn, occurrences: [0, 1]}
    interfaces:
      Standard: {operations: {create: {implementation: log.sh, inputs: {what: create}}}}
      Care:
        operations:
          backup: {implementation: log.sh, inputs: {what: {get_input: where}}, outputs: {found: [SELF, found]}}
topology_template:
  node_templates:
    db: {type: N}
    app: {type: N, requirements: [{link: db}]}
  workflows:
    care:
      inputs: {where: {type: string}}
      steps:
        skipped: {target: db, filter: [{level: [{greater_than: 1}]}], activities: [{call_operation: Care.backup}], on_success: [first]}
        first: {target: db, activities: [{call_operation: Care.backup}], on_success: [second]}
        second: {target: app, activities: [{inline: {workflow: small, inputs: {where: inner}}}]}
      outputs: {found: [db, found]}
    small:
      inputs: {where: {type: string}}
      steps: {only: {target: app, activities: [{call_operation: {operation: Care.backup, inputs: {more: 1}}}]}}
    deploy:
      steps:
        top: {target: app, activities: [{call_operation: Standard.create}], on_success: [base]}
        base: {target: db, activities: [{delegate: deploy}]}
)";

class Workflows : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("in/service.yaml", cared_for);
    folder_.write("in/log.sh", "echo \"$what$more\" >>\"$TRACE\"\necho found=\"$what\"\n");
  }

  Result run_plan(const std::string& plan, std::vector<std::string> more = {}) {
    RunOptions options;
    options.environment = {{"TRACE", folder_ / "trace"}};
    std::vector<std::string> command{folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"};
    command.insert(command.end(), more.begin(), more.end());
    return run(command, options);
  }

  Folder folder_;
};

TEST_F(Workflows, AreAskedForByName) {
  const Result plan = planbuilder({"plan", folder_ / "in", "--workflow", "care"});
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_NE(plan.out.find("workflow-care plan of cared: 3 activities, 2 edges"), std::string::npos) << plan.out;
  const Result unknown = planbuilder({"plan", folder_ / "in", "--workflow", "cere"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("the model has no workflow 'cere' (did you mean 'care'?)"), std::string::npos) << unknown.err;
}

TEST_F(Workflows, TakeThePlaceOfWhatWeDerive) {
  const Result theirs = planbuilder({"plan", folder_ / "in"});
  EXPECT_NE(theirs.out.find("derived from workflow: the model has a workflow 'deploy'"), std::string::npos) << theirs.out;
  EXPECT_NE(theirs.err.find("note[workflow-taken]: the build plan does what this workflow says"), std::string::npos)
      << theirs.err;
  EXPECT_EQ(planbuilder({"plan", folder_ / "in", "--workflow", "deploy"}).out, theirs.out);
  const Result ours = planbuilder({"plan", folder_ / "in", "--generated"});
  EXPECT_EQ(ours.out.find("workflow"), std::string::npos) << ours.out;
  EXPECT_EQ(ours.err.find("workflow-taken"), std::string::npos) << ours.err;
  const Result all = planbuilder({"plan", folder_ / "in", "--all", "--generated"});
  EXPECT_EQ(all.out.find("workflow-deploy"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("workflow-small"), std::string::npos) << all.out;
}

/// The text of the model stays, and what is packed can be read, inspected and compared.
TEST_F(Workflows, ArePackedBesideThoseOfTheModel) {
  const Result packed = planbuilder({"pack", folder_ / "in", "-o", folder_ / "out.csar"});
  ASSERT_EQ(packed.exit_code, 0) << packed.err;
  EXPECT_NE(packed.out.find("5 plans (build, terminate, backup, workflow-care, workflow-small)"), std::string::npos)
      << packed.out;
  EXPECT_NE(packed.err.find("note[plan-kept]"), std::string::npos) << packed.err;
  const Result inspected = planbuilder({"inspect", folder_ / "out.csar"});
  EXPECT_EQ(inspected.exit_code, 0) << inspected.out;
  EXPECT_NE(inspected.out.find("shell, declared as workflow-care in service.yaml"), std::string::npos) << inspected.out;
  EXPECT_NE(inspected.out.find("all as it was packed"), std::string::npos) << inspected.out;
  EXPECT_EQ(planbuilder({"diff", folder_ / "out.csar", folder_ / "in"}).out, "no differences\n");
}

TEST_F(Workflows, RunOnWhatIsThere) {
  const Result generated = planbuilder({"generate", folder_ / "in", "-o", folder_ / "out"});
  ASSERT_EQ(generated.exit_code, 0) << generated.err;
  const Result built = run_plan("build");
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  folder_.write("inputs", "where=far\n");
  const Result cared = run_plan("workflow-care", {"--inputs", folder_ / "inputs"});
  ASSERT_EQ(cared.exit_code, 0) << cared.out << cared.err;
  EXPECT_NE(cared.out.find("found"), std::string::npos) << cared.out;
  EXPECT_EQ(run_plan("terminate").exit_code, 0);
  EXPECT_EQ(read_file(folder_ / "trace"), "create\ncreate\nfar\ninner1\n");
}

}  // namespace
}  // namespace planbuilder::testing
