#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "planbuilder/support/render_diagnostics.h"
#include "tests/support/folder.h"

namespace planbuilder {
namespace {

TEST(Diagnostics, ShowsPlaceExcerptAndCaret) {
  Sources sources;
  const FileId file = sources.add("service.yaml", "a: 1\nnode_typs: {}\n");
  Diagnostics diagnostics;
  diagnostics.error(Code::unknown_keyname, {file, 2, 1, 9}, "unknown keyname 'node_typs'")
      .explain("here")
      .note("first", {file, 1, 4, 1});
  EXPECT_EQ(render_text(diagnostics, sources, {}),
            "service.yaml:2:1: error[unknown-keyname]: unknown keyname 'node_typs'\n"
            "  2 | node_typs: {}\n"
            "    | ^~~~~~~~~\n"
            "  here\n"
            "  service.yaml:1:4: first\n"
            "  1 | a: 1\n"
            "    |    ^\n");
}

TEST(Diagnostics, AreShownInFileOrderWhateverTheOrderOfDiscovery) {
  Sources sources;
  const FileId first = sources.add("a", "x\ny\n");
  const FileId second = sources.add("b", "x\n");
  Diagnostics diagnostics;
  diagnostics.warning(Code::internal, {}, "nowhere");
  diagnostics.error(Code::internal, {second, 1, 1, 1}, "second file");
  diagnostics.error(Code::internal, {first, 2, 1, 1}, "second line");
  diagnostics.error(Code::internal, {first, 1, 1, 1}, "first line");
  std::string order;
  for (const Diagnostic& item : diagnostics.in_file_order()) order += item.summary + ";";
  EXPECT_EQ(order, "first line;second line;second file;nowhere;");
  EXPECT_EQ(diagnostics.errors(), 3u);
}

TEST(Diagnostics, SayTheSameOfAPlaceOnce) {
  Sources sources;
  const FileId file = sources.add("a", "x\ny\n");
  Diagnostics diagnostics;
  for (int again = 0; again < 2; ++again) {
    diagnostics.error(Code::bad_function, {file, 1, 1, 1}, "no such function");
    diagnostics.error(Code::bad_function, {file, 1, 1, 1}, "nor such an argument");
    diagnostics.error(Code::bad_function, {file, 2, 1, 1}, "no such function");
    diagnostics.warning(Code::internal, {}, "nowhere");
  }
  std::string order;
  for (const Diagnostic& item : diagnostics.in_file_order()) order += item.summary + ";";
  EXPECT_EQ(order, "no such function;nor such an argument;no such function;nowhere;nowhere;");
}

TEST(Diagnostics, ControlCharactersOfAFileDoNotReachTheTerminal) {
  Sources sources;
  const FileId file = sources.add("evil", "\033[2Jx\n");
  Diagnostics diagnostics;
  diagnostics.error(Code::yaml_syntax, {file, 1, 5, 1}, "bad");
  EXPECT_EQ(render_text(diagnostics, sources, {}).find('\033'), std::string::npos);
}

TEST(Diagnostics, BytesThatAreNoTextAreShownAsQuestionMarks) {
  Sources sources;
  const FileId file = sources.add("binary", "a\xFF\x9B\xC3\xA4");
  Diagnostics diagnostics;
  diagnostics.error(Code::yaml_syntax, {file, 1, 1, 1}, "bad");
  EXPECT_NE(render_text(diagnostics, sources, {}).find("a??\xC3\xA4\n"), std::string::npos);
}

TEST(Diagnostics, ALongLineIsCutAroundItsColumn) {
  Sources sources;
  const FileId file = sources.add("long", std::string(5000, 'a') + "b" + std::string(5000, 'c'));
  Diagnostics diagnostics;
  diagnostics.error(Code::yaml_syntax, {file, 1, 5001, 1}, "bad");
  const std::string text = render_text(diagnostics, sources, {});
  EXPECT_LT(text.size(), 400u);
  EXPECT_NE(text.find("ab"), std::string::npos);
}

TEST(Diagnostics, JsonCarriesEverything) {
  Sources sources;
  const FileId file = sources.add("s", "x");
  Diagnostics diagnostics;
  diagnostics.warning(Code::unknown_type, {file, 1, 1, 1}, "s\"um").explain("d").note("n");
  const auto json = nlohmann::json::parse(render_json(diagnostics, sources));
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["severity"], "warning");
  EXPECT_EQ(json[0]["code"], "unknown-type");
  EXPECT_EQ(json[0]["summary"], "s\"um");
  EXPECT_EQ(json[0]["at"]["line"], 1);
  EXPECT_EQ(json[0]["notes"][0]["text"], "n");
  EXPECT_TRUE(json[0]["notes"][0]["at"].is_null());
}

TEST(Diagnostics, ThePageListsEveryCodeAndNoOther) {
  std::set<std::string> explained;
  std::istringstream page(testing::read_file(PLANBUILDER_SOURCE "/planbuilder/support/diagnostics.md"));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `")) explained.insert(line.substr(3, line.find('`', 3) - 3));
  }
  std::set<std::string> known;
  for (const Code code : all_codes()) known.emplace(to_string(code));
  EXPECT_EQ(explained, known);
}

}  // namespace
}  // namespace planbuilder
