// What people read when very much is wrong, or the same thing at many places.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/end_to_end/page_blocks.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// A service whose nodes all want the same two files, which are not there.
std::string service_without_files(int nodes) {
  std::string text = R"(tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  T:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {type: tosca.interfaces.node.lifecycle.Standard, operations: {create: a.sh, delete: b.sh}}}
topology_template:
  node_templates:
)";
  for (int node = 1; node <= nodes; ++node) text += "    n" + std::to_string(node) + ": {type: T}\n";
  return text;
}

TEST(Messages, AboutTwoFilesAreTwoHoweverManyNodesNeedThem) {
  const Folder folder;
  const std::string input = folder.write("service.yaml", service_without_files(2000));
  const Result result = planbuilder({"plan", input, "--all", "--quiet", "--color", "never"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_LT(lines_of(result.err).size(), 20u) << result.err;
  EXPECT_NE(result.err.find("warning[artifact-missing]: the file 'a.sh' is not there (2000 times)\n"), std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("  the operation 'create' of 'n1' needs it\n  also the operation 'create' of 'n2' needs it\n"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("4000 warnings in all; --all-messages shows each of them\n"), std::string::npos) << result.err;
}

TEST(Messages, AreAllShownWhenAskedForAndAllInDocuments) {
  const Folder folder;
  const std::string input = folder.write("service.yaml", service_without_files(50));
  const Result all = planbuilder({"plan", input, "--quiet", "--all-messages"});
  EXPECT_NE(all.err.find("the file 'a.sh' is not there: the operation 'create' of 'n50' needs it\n"), std::string::npos);
  EXPECT_EQ(all.err.find(" times)"), std::string::npos);
  const auto plan = nlohmann::json::parse(planbuilder({"plan", input, "--json"}).out);
  EXPECT_EQ(plan["diagnostics"].size(), 50u);
}

TEST(Messages, AboutTheBorderOfARegionAreOneNoteWithTheWayOut) {
  const Folder folder;
  std::filesystem::copy(guestbook, folder / "in", std::filesystem::copy_options::recursive);
  const std::string text = read_file(folder / "in/guestbook.yaml");
  const std::string said =
      "          strategies:\n            redis: FirstInstance\n            nginx: FirstInstance\n            machine: "
      "FirstInstance\n";
  folder.write("in/guestbook.yaml", replaced(text, said, "          strategies: {}\n"));
  const Result bare = planbuilder({"generate", folder / "in", "-o", folder / "out", "--color", "never"});
  EXPECT_EQ(bare.exit_code, 0) << bare.err;
  const std::size_t at = bare.err.find("border-without-strategy");
  ASSERT_NE(at, std::string::npos) << bare.err;
  EXPECT_EQ(bare.err.find("border-without-strategy", at + 1), std::string::npos) << bare.err;

  // What it says is what helps.
  const std::size_t begin = bare.err.find("write strategies: {") + 6;
  const std::string remedy = bare.err.substr(begin, bare.err.find('}', begin) + 1 - begin);
  folder.write("in/guestbook.yaml", replaced(text, said, "          " + remedy + "\n"));
  const Result mended = planbuilder({"generate", folder / "in", "-o", folder / "mended", "--color", "never"});
  EXPECT_EQ(mended.exit_code, 0) << mended.err;
  EXPECT_EQ(mended.err.find("border-without-strategy"), std::string::npos) << mended.err;
}

TEST(Messages, AboutAFileOfSomebodyElseAreOne) {
  const Folder folder;
  folder.write("theirs/types.yaml", R"(tosca_definitions_version: tosca_2_0
data_types: {Port: {derived_from: integer, constraints: [{in_range: [1, 9]}]}}
node_types: {T: {properties: {port: {type: Port, default: 1, constraints: [{in_range: [1, 9]}]}}}}
)");
  const std::string input = folder.write("in/service.yaml", R"(tosca_definitions_version: tosca_2_0
imports: [{url: "https://example.com/types.yaml"}]
service_template: {node_templates: {a: {type: T}}}
)");
  const std::string map = folder.write("map.tsv", "url\thttps://example.com/types.yaml\ttheirs/types.yaml\n");
  const Result result = planbuilder({"validate", input, "--import-map", map, "--color", "never"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string said =
      "warning[keyname-of-other-version]: a file that is no part of the input has a keyname that its version of TOSCA does not "
      "have "
      "(2 times)\n";
  EXPECT_NE(result.err.find(said), std::string::npos) << result.err;
}

/// One mistake, one message.
TEST(Messages, AboutARequirementThatTheTypeDoesNotHaveDoNotGoOn) {
  const Folder folder;
  const std::string input = folder.write("service.yaml", R"(tosca_definitions_version: tosca_2_0
node_types: {T: {}}
service_template: {node_templates: {a: {type: T, requirements: [{host: {}}]}, b: {type: "x:T"}}}
)");
  const Result result = planbuilder({"validate", input, "--color", "never"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("the type of 'a' has no requirement 'host'"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("is not fulfilled"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("no import of this file gives such types the namespace 'x'"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace planbuilder::testing
