#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

namespace {

namespace fs = std::filesystem;

TEST(Bpel, BringsTheScriptsAlongThatItsStepsAreRunBy) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"generate", samples + "/guestbook", "--target", "bpel", "-o", folder / "out"}).exit_code, 0);
  for (const char* file : {"bpel/build.bpel", "bpel/build.wsdl", "bpel/deploy.xml", "bpel/invoker.wsdl", "bpel/invoker.xsd",
                           "shell/plan.sh", "shell/invoker.py"})
    EXPECT_TRUE(fs::exists(folder / ("out/build/" + std::string(file)))) << file;
  EXPECT_FALSE(fs::exists(folder / "out/build/json"));
}

TEST(Bpel, IsWrittenForServicesInXmlUnasked) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"generate", samples + "/figures/xml", "-o", folder / "xml"}).exit_code, 0);
  ASSERT_EQ(planbuilder({"generate", samples + "/figures/yaml-1.3", "-o", folder / "yaml"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder / "xml/build/bpel/build.bpel"));
  EXPECT_FALSE(fs::exists(folder / "yaml/build/bpel"));
}

TEST(Bpel, KnowsTheContainersNames) {
  const Folder folder;
  ASSERT_EQ(
      planbuilder({"pack", samples + "/figures/xml", "--target", "bpel-opentosca", "-o", folder / "figures.csar"}).exit_code, 0);
  ASSERT_EQ(planbuilder({"generate", samples + "/figures/xml", "--target", "bpel-opentosca", "-o", folder / "out"}).exit_code, 0);
  const std::string process = read_file(folder / "out/terminate/bpel-opentosca/terminate.bpel");
  EXPECT_NE(process.find("<process name=\"figures_terminationPlan\""), std::string::npos);
  EXPECT_EQ(process.find("<ServiceTemplateIDNamespaceURI/>"), std::string::npos);
}

TEST(Bpel, OptionsOfTargetsAreCheckedAndRecorded) {
  const Folder folder;
  const auto pack = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"pack", samples + "/guestbook", "-o", folder / "packed.csar"});
    return planbuilder(options);
  };
  const auto recorded = [&] { return run({"unzip", "-p", folder / "packed.csar", "Plans/planbuilder.json"}).out; };
  ASSERT_EQ(pack({"--target", "bpel", "--bpel-timeout", "77", "--bpel-calls", "sync"}).exit_code, 0);
  EXPECT_NE(recorded().find("\"bpel-timeout\": \"77\""), std::string::npos) << recorded();
  EXPECT_EQ(recorded().find("bpel-calls"), std::string::npos) << "as usual";
  ASSERT_EQ(pack({"--target", "shell", "--bpel-timeout", "77"}).exit_code, 0);
  EXPECT_EQ(recorded().find("bpel"), std::string::npos) << "nothing was written that it is for";
  for (const char* wrong : {"0", "1.5", "soon"}) EXPECT_EQ(pack({"--target", "bpel", "--bpel-timeout", wrong}).exit_code, 2);
  EXPECT_EQ(pack({"--bpel-calls", "shout"}).exit_code, 2);
}

TEST(Bpel, CharactersThatXmlCannotHoldAreAnErrorAtTheirPlace) {
  const Folder folder;
  folder.write("x.sh", "exit 0\n");
  const std::string service = folder.write("service.yaml", R"(tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces: {Standard: {operations: {create: {implementation: x.sh, inputs: {bell: "\a"}}}}}
)");
  const Result result = planbuilder({"generate", service, "--target", "bpel", "-o", folder / "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("the value of 'bell' in 'app/provision/create' contains U+0007, which XML cannot hold"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("service.yaml:6:"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder / "out"));
}

}  // namespace

}  // namespace planbuilder::testing
