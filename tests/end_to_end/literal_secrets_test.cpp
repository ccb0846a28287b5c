// Secrets that a model writes out are in no file of a plan; runs get them from where the user says.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view telling_service = R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs: {admin_password: {type: string, default: hunter-of-input}}
  node_templates:
    shop:
      type: tosca.nodes.DBMS
      properties: {root_password: hunter-of-node, port: 5432}
      requirements: [host: machine]
      interfaces:
        Standard:
          operations:
            create: {implementation: show.sh, inputs: {given: {get_property: [SELF, root_password]}, admin: {get_input: admin_password}}}
            delete: {implementation: show.sh, inputs: {given: {get_property: [SELF, root_password]}}}
    machine: {type: tosca.nodes.Compute}
)";

class LiteralSecrets : public ::testing::Test {
 protected:
  LiteralSecrets() {
    folder_.write("service/service.yaml", telling_service);
    folder_.write("service/show.sh",
                  "#!/bin/sh\necho \"$PLANBUILDER_OPERATION $given ${admin-}\" >>'" + (folder_ / "trace") + "'\n");
  }
  Result run_plan(const std::string& plan, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"bash", folder_ / ("out/" + plan + "/shell/plan.sh"), "--state", folder_ / "state"});
    return run(options);
  }
  /// Every file below that has such a text.
  std::string files_with(const std::string& text, const std::string& below) {
    return run({"grep", "-rlF", text, folder_ / below}).out;
  }

  Folder folder_;
};

TEST_F(LiteralSecrets, AreInNoFileOfAPlan) {
  const Result made = planbuilder({"generate", folder_ / "service", "-o", folder_ / "out", "--target", "shell,json,bpel"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_NE(made.err.find("service.yaml:3:52: warning[literal-secret]: the model writes out a secret (2 times)"),
            std::string::npos)
      << made.err;
  EXPECT_NE(made.err.find("also at service.yaml:7:35: 'shop.root_password'"), std::string::npos) << made.err;
  EXPECT_EQ(made.err.find("hunter"), std::string::npos) << made.err;
  EXPECT_EQ(files_with("hunter", "out"), "");
  const Result refused = run_plan("build");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("shop.root_password"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("admin_password"), std::string::npos) << refused.err;
}

TEST_F(LiteralSecrets, AreKeptForRunsInAFileOfTheUserAlone) {
  const std::string secrets = folder_ / "secrets.json";
  const Result made = planbuilder({"generate", folder_ / "service", "-o", folder_ / "out", "--secrets-file", secrets});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(fs::status(secrets).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  const Result built = run_plan("build", {"--secrets", "file=" + secrets});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  EXPECT_EQ(files_with("hunter", "state"), "");
  const Result removed = run_plan("terminate");  // the service remembers where its secrets come from
  ASSERT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(read_file(folder_ / "trace"), "create hunter-of-node hunter-of-input\ndelete hunter-of-node \n");
}

TEST_F(LiteralSecrets, APackedServiceIsAsItWasAndItsPlansLeaveThemOut) {
  const std::string secrets = folder_ / "secrets.json";
  ASSERT_EQ(planbuilder({"pack", folder_ / "service", "-o", folder_ / "a.csar", "--secrets-file", secrets}).exit_code, 0);
  ASSERT_EQ(run({"unzip", "-q", folder_ / "a.csar", "-d", folder_ / "out"}).exit_code, 0);
  EXPECT_EQ(files_with("hunter", "out"), (folder_ / "out/service.yaml") + "\n");
  EXPECT_NE(read_file(secrets).find("\"shop.root_password\": \"hunter-of-node\""), std::string::npos);
}

TEST_F(LiteralSecrets, AFileThatCannotBeWrittenIsAnError) {
  const Result made =
      planbuilder({"generate", folder_ / "service", "-o", folder_ / "out", "--secrets-file", folder_ / "none/secrets.json"});
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

}  // namespace
}  // namespace planbuilder::testing
