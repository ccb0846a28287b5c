// Wrong input and wrong usage: what is said, the exit code, and that nothing is written.

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// Every command refuses the input in the same words, and no output file appears.
void expect_refused(const Folder& folder, const std::string& input, int exit_code, const std::string& message) {
  const std::string before = folder.listing();
  const std::vector<std::vector<std::string>> commands = {{"validate", input},
                                                          {"plan", input},
                                                          {"generate", input, "-o", folder / "out"},
                                                          {"pack", input, "-o", folder / "out.csar"}};
  for (const auto& command : commands) {
    const Result result = planbuilder(command);
    EXPECT_EQ(result.out, "") << command[0];
    EXPECT_EQ(result.err, message) << command[0];
    EXPECT_EQ(result.exit_code, exit_code) << command[0];
    EXPECT_EQ(folder.listing(), before) << command[0];
  }
}

TEST(BadInput, AMissingFile) {
  const Folder folder;
  const std::string input = folder / "nothing.csar";
  expect_refused(folder, input, 2,
                 "error[file-not-found]: there is no file or folder " + input +
                     "\n  Expected is a CSAR (zip, tar or tar.gz), a folder, or a definitions file (YAML or XML).\n");
}

TEST(BadInput, AFileThatIsNotYaml) {
  const Folder folder;
  const std::string input = folder.write("service.yaml", "tosca_definitions_version: [\n");
  expect_refused(folder, input, 1,
                 "service.yaml:2:1: error[yaml-syntax]: this is not YAML: end of sequence flow not found\n"
                 "  2 | \n"
                 "    | ^\n");
}

TEST(BadInput, EventsWhereToscaMustBeStrict) {
  const Folder folder;
  const std::string input =
      folder.write("service.yaml",
                   "tosca_definitions_version: tosca_simple_yaml_1_3\n"
                   "topology_template:\n  node_templates: {a: {type: tosca.nodes.Root}}\n  events: {deploy: {}}\n");
  EXPECT_EQ(planbuilder({"validate", input}).exit_code, 0);
  const Result strict = planbuilder({"validate", input, "--strict-tosca"});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_NE(strict.err.find("service.yaml:4:3: error[event-grammar]: "), std::string::npos) << strict.err;
}

TEST(BadInput, WhatTheTextForbidsWhereToscaMustBeStrict) {
  const Folder folder;
  const std::string input = folder.write("service.yaml",
                                         "tosca_definitions_version: tosca_simple_yaml_1_3_x\n"
                                         "topology_template: {node_templates: {a: {type: tosca.nodes.Root}}}\n");
  const Result usual = planbuilder({"validate", input});
  EXPECT_EQ(usual.exit_code, 0);
  EXPECT_NE(usual.err.find("service.yaml:1:28: warning[typing-slip]: "), std::string::npos) << usual.err;
  const Result strict = planbuilder({"validate", input, "--strict-tosca"});
  EXPECT_EQ(strict.exit_code, 1);
  EXPECT_NE(strict.err.find("service.yaml:1:28: error[typing-slip]: "), std::string::npos) << strict.err;
  EXPECT_NE(strict.err.find("(section 3.10.3.1)"), std::string::npos) << strict.err;
}

TEST(BadInput, AnArchiveThatIsCutOff) {
  const Folder folder;
  ASSERT_EQ(planbuilder({"pack", samples + "/guestbook", "-o", folder / "whole.csar"}).exit_code, 0);
  const std::string whole = read_file(folder / "whole.csar");
  const std::string input = folder.write("cut.csar", std::string_view(whole).substr(0, whole.size() / 2));
  std::filesystem::remove(folder / "whole.csar");
  const Result result = planbuilder({"validate", input});
  EXPECT_NE(result.err.find("error[archive-damaged]"), std::string::npos) << result.err;
  expect_refused(folder, input, 1, result.err);
}

TEST(BadInput, AnArchiveWithAnEntryThatLeadsOut) {
  const Folder folder;
  const std::string input = folder / "evil.csar";
  const Result zip =
      run({"python3", "-c", "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'w') as z: z.writestr('../x', 'x')", input});
  ASSERT_EQ(zip.exit_code, 0) << zip.err;
  const Result result = planbuilder({"validate", input});
  EXPECT_NE(result.err.find("error[archive-unsafe-name]"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("../x"), std::string::npos) << result.err;
  expect_refused(folder, input, 1, result.err);
}

TEST(BadInput, AnUnknownType) {
  const Folder folder;
  const std::string input = folder.write("service.yaml",
                                         "tosca_definitions_version: tosca_simple_yaml_1_3\n"
                                         "topology_template:\n"
                                         "  node_templates:\n"
                                         "    a: {type: tosca.nodes.Compte}\n");
  expect_refused(
      folder, input, 1,
      "service.yaml:4:15: error[unknown-type]: there is no node type 'tosca.nodes.Compte' (did you mean 'tosca.nodes.Compute'?)\n"
      "  4 |     a: {type: tosca.nodes.Compte}\n"
      "    |               ^~~~~~~~~~~~~~~~~~\n");
}

TEST(BadInput, ARelationshipCycle) {
  const Folder folder;
  const std::string input = folder.write("service.yaml",
                                         "tosca_definitions_version: tosca_simple_yaml_1_3\n"
                                         "topology_template:\n"
                                         "  node_templates:\n"
                                         "    a: {type: Root, requirements: [dependency: b]}\n"
                                         "    b: {type: Root, requirements: [dependency: a]}\n");
  const std::string cycle =
      "[order-cycle]: the build plan would have to do things before themselves: a/provision -> b.dependency/provision -> "
      "b/provision -> a.dependency/provision -> a/provision\n";
  const std::string edge =
      "  service.yaml:4:36: a.dependency/provision before a/provision: 'a' DependsOn 'b': what needs it comes after\n";
  const std::vector<std::vector<std::string>> commands = {
      {"plan", input}, {"generate", input, "-o", folder / "out"}, {"pack", input, "-o", folder / "out.csar"}};
  for (const auto& command : commands) {
    const Result result = planbuilder(command);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("service.yaml:5:36: error" + cycle), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(edge), std::string::npos) << result.err;
    EXPECT_EQ(folder.listing(), "service.yaml\n");
  }
  // The model itself is valid TOSCA: there it is a warning.
  const Result validate = planbuilder({"validate", input});
  EXPECT_EQ(validate.exit_code, 0);
  EXPECT_NE(validate.err.find("service.yaml:5:36: warning" + cycle), std::string::npos) << validate.err;
}

TEST(BadUsage, UnknownOptionsCommandsAndValuesAreExplained) {
  const auto err = [](std::vector<std::string> arguments) {
    const Result result = planbuilder(std::move(arguments));
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(err({"plan", "x", "--frmat", "json"}),
            "planbuilder: unknown option '--frmat' (did you mean '--format'?)\nTry 'planbuilder plan --help'.\n");
  EXPECT_EQ(err({"pln", "x"}), "planbuilder: unknown command 'pln' (did you mean 'plan'?)\nTry 'planbuilder --help'.\n");
  EXPECT_EQ(err({"validate", "x", "y"}), "planbuilder: unexpected argument 'y'\nTry 'planbuilder validate --help'.\n");
  EXPECT_NE(err({"plan", "x", "--color", "biuld"}).find("Try 'planbuilder plan --help'."), std::string::npos);
  EXPECT_NE(err({"pack", "x"}).find("--output or --in-place is required"), std::string::npos);
  EXPECT_NE(err({}).find("Try 'planbuilder --help'."), std::string::npos);
}

TEST(BadUsage, AnUnknownTargetIsExplainedAndNothingIsWritten) {
  const Folder folder;
  const Result result = planbuilder({"generate", samples + "/guestbook", "--target", "shel", "-o", folder / "out"});
  EXPECT_EQ(result.err,
            "error[unknown-target]: there is no target 'shel' (did you mean 'shell'?)\n  known are shell, json, bpel, "
            "bpel-opentosca\n");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(folder.listing(), "");
}

TEST(BadOutput, APlaceThatCannotBeWrittenToIsAnError) {
  const Folder folder;
  folder.write("file", "");
  const Result generate = planbuilder({"generate", samples + "/guestbook", "-o", folder / "file/no/folder"});
  EXPECT_EQ(generate.exit_code, 2);
  EXPECT_NE(generate.err.find("error[file-unwritable]"), std::string::npos) << generate.err;
  const Result pack = planbuilder({"pack", samples + "/guestbook", "-o", folder / "no/such/x.csar"});
  EXPECT_EQ(pack.exit_code, 2);
  EXPECT_NE(pack.err.find("error[file-unwritable]"), std::string::npos) << pack.err;
  EXPECT_EQ(folder.listing(), "file\n");
}

TEST(BadInput, ProblemsAsJson) {
  const Folder folder;
  const Result result = planbuilder({"validate", "--json", folder.write("service.yaml", "a: 1\n")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("\"code\": \"missing-keyname\""), std::string::npos) << result.out;
}

TEST(BadInput, EventsArePlannedFromEventsOnly) {
  const Result refused = planbuilder({"plan", samples + "/guestbook", "--derive", "relationships", "--event", "backup"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_NE(refused.err.find("error[unknown-event]: relationships do not say what follows from the event 'backup'"),
            std::string::npos)
      << refused.err;
  const Result unknown = planbuilder({"plan", samples + "/guestbook", "--event", "backup"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("what can be sent: --event deploy, --event undeploy"), std::string::npos) << unknown.err;
  const Result deploy = planbuilder({"plan", samples + "/guestbook", "--event", "deploy", "--derive", "events"});
  EXPECT_EQ(deploy.exit_code, 0) << deploy.err;
  EXPECT_NE(deploy.out.find("app/create"), std::string::npos) << deploy.out;
}

}  // namespace
}  // namespace planbuilder::testing
