// Texts of a model on a terminal: whatever they are made of, nobody can be led to read something else.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/command.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {
namespace {

// Goes back to the start, erases what stands there, and claims that all is well; then the same by a line of its own.
const std::string trick = R"(\e[2K\e[1A\rs: valid, 1 node\ns: valid, 2 nodes\u009b2J\u202e\u2028)";

std::string hostile_service(const std::string& type) {
  return "tosca_definitions_version: tosca_simple_yaml_1_3\n"
         "description: \"" +
         trick +
         "\"\n"
         "node_types: {\"T" +
         trick +
         "\": {derived_from: Root}}\n"
         "topology_template:\n"
         "  inputs: {\"i" +
         trick +
         "\": {type: string}}\n"
         "  node_templates:\n"
         "    \"n" +
         trick + "\": {type: \"" + type + trick +
         "\"}\n"
         "    m: {type: Root, requirements: [dependency: \"n" +
         trick + "\"]}\n";
}

/// Nothing but line breaks moves the cursor, and no line is one that planbuilder would say of a good model.
void expect_harmless(const Result& result, const std::string& command) {
  for (const std::string* text : {&result.out, &result.err}) {
    for (const char c : *text) {
      EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)) << command << "\n" << *text;
      if (::testing::Test::HasFailure()) return;
    }
    for (const std::string hidden : {"\u009b", "\u202e", "\u2028"}) EXPECT_EQ(text->find(hidden), std::string::npos) << command;
    EXPECT_EQ(("\n" + *text).find("\ns: valid"), std::string::npos) << command << "\n" << *text;
  }
}

TEST(Display, AnErrorCannotBeErasedByWhatItIsAbout) {
  const Folder folder;
  const Result result = planbuilder({"validate", folder.write("s.yaml", hostile_service("X")), "--color", "never"});
  EXPECT_EQ(result.exit_code, 1);
  expect_harmless(result, "validate");
  EXPECT_NE(result.err.find("error[unknown-type]: there is no node type 'X\u241b[2K"), std::string::npos) << result.err;
}

TEST(Display, NoCommandShowsControlCharactersOfAModel) {
  const Folder folder;
  const std::string input = folder.write("s.yaml", hostile_service("T"));
  const std::string other = folder.write("other.yaml", hostile_service("T") + "    k: {type: Root}\n");
  const std::string packed = folder.path() / "s.csar";
  const std::vector<std::vector<std::string>> commands = {{"plan", input},
                                                          {"plan", input, "--all", "--derive", "events"},
                                                          {"explain", input, "m/provision"},
                                                          {"explain", input, "m.dependency/provision", "m/provision"},
                                                          {"plugins", input},
                                                          {"simulate", input},
                                                          {"diff", input, other, "--color", "never"},
                                                          {"pack", input, "-o", packed},
                                                          {"inspect", packed},
                                                          {"review", input, "-o", folder.path() / "page.html"}};
  for (const auto& command : commands) {
    const Result result = planbuilder(command);
    EXPECT_LT(result.exit_code, 2) << command[0] << result.err;
    EXPECT_NE(result.out, "") << command[0] << result.err;
    expect_harmless(result, command[0]);
  }
}

TEST(Display, DocumentsKeepValuesAsTheyAre) {
  const Folder folder;
  const auto document = nlohmann::json::parse(planbuilder({"plan", folder.write("s.yaml", hostile_service("T")), "--json"}).out);
  EXPECT_NE(document.dump().find("\"n\\u001b[2K\\u001b"), std::string::npos) << document;
}

}  // namespace
}  // namespace planbuilder::testing
