// What commands do when what they say cannot be written.
#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

/// A command with the redirections of a shell behind it.
Result in_shell(const std::string& words, const std::string& folder = {}) {
  return run({"bash", "-c", "exec '" PLANBUILDER_BINARY "' " + words}, {.folder = folder});
}

const std::vector<std::string> commands_that_print = {
    "validate G",
    "validate G --json",
    "plan G",
    "plan G --all --format json",
    "plan G --format html",
    "explain G app",
    "plugins",
    "plugins G",
    "simulate V",
    "simulate V --json",
    "diff G F",
    "dump G --stage flow",
    "inspect G --json",
    "review G -o -",
    "pack G -o -",
    "generate G -o made",
    "--help",
    "plan --help",
    "--version",
};

std::string with_samples(std::string words) {
  for (const auto& [letter, path] : {std::pair(" G", guestbook), std::pair(" F", samples + "/figures/yaml-1.3"),
                                     std::pair(" V", samples + "/events/vnf.yaml")}) {
    const std::size_t at = words.find(letter);
    if (at != std::string::npos) words.replace(at, 2, " '" + path + "'");
  }
  return words;
}

TEST(StandardOutput, AFullDeviceIsAnErrorOfEveryCommand) {
  const Folder folder;
  for (const std::string& words : commands_that_print) {
    const Result result = in_shell(with_samples(words) + " >/dev/full", folder.path().string());
    EXPECT_EQ(result.exit_code, 2) << words << result.err;
    EXPECT_NE(result.err.find("cannot write"), std::string::npos) << words << result.err;
  }
}

TEST(StandardOutput, AClosedOneIsAnErrorAndNoOtherFileTakesItsPlace) {
  const Folder folder;
  for (const std::string& words : commands_that_print) {
    const Result result = in_shell(with_samples(words) + " >&-", folder.path().string());
    EXPECT_EQ(result.exit_code, 2) << words << result.err;
  }
  const Result result = in_shell(with_samples("review G -o page.html") + " 2>&- <&-", folder.path().string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(read_file(folder / "page.html").starts_with("<!"));
}

TEST(Pack, RefusesAFolderWhoseCsarNobodyCouldRead) {
  const Folder folder;
  const std::string meta = "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: us\nEntry-Definitions: s.yaml\n";
  folder.write("s/s.yaml",
               "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    n: {type: Root}\n");
  for (const auto& [right, wrong] : {std::pair("CSAR-Version: 1.1", "CSAR-Version: 7"), std::pair("CSAR-Version: 1.1\n", ""),
                                     std::pair("Entry-", "Other-Definitions: gone.yaml\nEntry-")}) {
    folder.write("s/TOSCA-Metadata/TOSCA.meta", replaced(meta, right, wrong));
    EXPECT_EQ(planbuilder({"validate", folder / "s"}).exit_code, 0) << wrong;
    const Result packed = planbuilder({"pack", folder / "s", "-o", folder / "s.csar"});
    EXPECT_EQ(packed.exit_code, 1) << wrong;
    EXPECT_NE(packed.err.find("TOSCA.meta"), std::string::npos) << packed.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "s.csar"));
  }
}

TEST(Memory, TooLittleOfItIsAnErrorWithASentence) {
#ifdef PLANBUILDER_SANITIZED
  GTEST_SKIP() << "the sanitizer takes more than there is";
#endif
  const Folder folder;
  std::string model = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n";
  for (int i = 0; i < 100'000; ++i) model += "    n" + std::to_string(i) + ": {type: Root}\n";
  const std::string file = folder.write("large.yaml", model);
  const Result result = run({"bash", "-c", "ulimit -v 180000 && exec '" PLANBUILDER_BINARY "' plan '" + file + "' --json"});
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_NE(result.err.find("not enough memory"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace planbuilder::testing
