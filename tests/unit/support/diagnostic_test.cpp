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

TEST(Diagnostics, TakesOverOnlyWhatWasNotSaidOfThePlace) {
  Sources sources;
  const FileId file = sources.add("a", "x\n");
  Diagnostics diagnostics;
  diagnostics.error(Code::wrong_value, {file, 1, 1, 1}, "first");
  Diagnostics others;
  others.error(Code::wrong_value, {file, 1, 1, 1}, "again");
  others.warning(Code::wrong_value, {file, 1, 1, 1}, "less");
  others.error(Code::unknown_name, {file, 1, 1, 1}, "else");
  others.error(Code::unknown_name, {file, 1, 1, 1}, "and else");
  diagnostics.add_new(others);
  std::string all;
  for (const Diagnostic& item : diagnostics.since(0)) all += item.summary + ";";
  EXPECT_EQ(all, "first;less;else;and else;");
  EXPECT_EQ(diagnostics.errors(), 3u);
}

TEST(Diagnostics, WhatIsToleratedIsAnErrorWhereTheTextAloneCounts) {
  Sources sources;
  const FileId file = sources.add("a", "x\n");
  Diagnostics found;
  found.tolerate(Code::wrong_value, {file, 1, 1, 1}, "unusual", "8.4").explain("why");
  found.tolerate(Code::typing_slip, {file, 1, 1, 1}, "slip");
  EXPECT_EQ(render_text(found, sources, {.color = false, .excerpts = false}),
            "a:1:1: warning[wrong-value]: unusual (section 8.4)\n  why\na:1:1: warning[typing-slip]: slip\n");
  Diagnostics strict;
  strict.refuse_tolerated();
  strict.warning(Code::internal, {file, 1, 1, 1}, "other");
  for (int again = 0; again < 2; ++again) strict.add_new(found);
  EXPECT_EQ(strict.errors(), 2u);
  EXPECT_EQ(strict.size(), 3u);
}

TEST(Diagnostics, NothingIsSaidOfWhatIsToleratedInExcusedFiles) {
  Sources sources;
  const FileId shipped = sources.add("shipped", "x\n");
  const FileId other = sources.add("other", "x\n");
  Diagnostics diagnostics;
  diagnostics.refuse_tolerated();
  diagnostics.excuse(shipped);
  diagnostics.tolerate(Code::wrong_value, {shipped, 1, 1, 1}, "unusual").note("nobody reads it");
  EXPECT_EQ(diagnostics.size(), 0u);
  diagnostics.tolerate(Code::wrong_value, {other, 1, 1, 1}, "unusual");
  diagnostics.error(Code::wrong_value, {shipped, 1, 1, 1}, "wrong");
  EXPECT_EQ(diagnostics.errors(), 2u);
}

TEST(Diagnostics, ControlCharactersOfAFileDoNotReachTheTerminal) {
  Sources sources;
  const FileId file = sources.add("evil", "\033[2Jx\n");
  Diagnostics diagnostics;
  diagnostics.error(Code::yaml_syntax, {file, 1, 5, 1}, "bad");
  EXPECT_EQ(render_text(diagnostics, sources, {}).find('\033'), std::string::npos);
}

TEST(Diagnostics, BytesThatAreNoTextAreShownAsSigns) {
  Sources sources;
  const FileId file = sources.add("binary", "a\xFF\x9B\xC3\xA4");
  Diagnostics diagnostics;
  diagnostics.error(Code::yaml_syntax, {file, 1, 1, 1}, "bad");
  EXPECT_NE(render_text(diagnostics, sources, {}).find("a\ufffd\ufffd\xC3\xA4\n"), std::string::npos);
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

/// Of a file with a line per number.
class Grouped : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text;
    for (int line = 1; line <= 100; ++line) text += std::to_string(line) + "\n";
    file_ = sources_.add("a", text);
  }
  SourceRange line(std::uint32_t number) const { return {file_, number, 1, 1}; }
  std::string shown() const { return render_text(diagnostics_, sources_, {.excerpts = false, .grouped = true}); }

  Sources sources_;
  FileId file_;
  Diagnostics diagnostics_;
};

TEST_F(Grouped, TheSameProblemAtManyPlacesIsOneMessage) {
  diagnostics_.error(Code::wrong_value, line(7), "another");
  for (std::uint32_t at = 9; at >= 2; --at) diagnostics_.warning(Code::unknown_type, line(at), "no such type").explain("make it");
  EXPECT_EQ(shown(),
            "a:2:1: warning[unknown-type]: no such type (8 times)\n"
            "  make it\n"
            "  also at a:3:1\n"
            "  also at a:4:1\n"
            "  also at a:5:1\n"
            "  and 4 more\n"
            "a:7:1: error[wrong-value]: another\n"
            "1 error, 8 warnings in all; --all-messages shows each of them\n");
}

TEST_F(Grouped, WhomAProblemConcernsIsListed) {
  for (const char* node : {"a", "b", "c", "d", "e", "f"})
    diagnostics_.warning(Code::artifact_missing, line(1), "'x.sh' is not there")
        .concerning("'" + std::string(node) + "' needs it");
  diagnostics_.warning(Code::artifact_missing, line(1), "'y.sh' is not there").concerning("'a' needs it");
  EXPECT_EQ(shown(),
            "a:1:1: warning[artifact-missing]: 'x.sh' is not there (6 times)\n"
            "  'a' needs it\n"
            "  also 'b' needs it\n"
            "  also 'c' needs it\n"
            "  also 'd' needs it\n"
            "  and 2 more\n"
            "a:1:1: warning[artifact-missing]: 'y.sh' is not there: 'a' needs it\n"
            "7 warnings in all; --all-messages shows each of them\n");
}

TEST_F(Grouped, WhatIsSaidDifferentlyStaysApart) {
  diagnostics_.warning(Code::unknown_type, line(1), "no such type").explain("make it");
  diagnostics_.warning(Code::unknown_type, line(2), "no such type").explain("or not");
  diagnostics_.error(Code::unknown_type, line(3), "no such type").explain("make it");
  diagnostics_.warning(Code::unknown_name, line(4), "no such type").explain("make it");
  EXPECT_EQ(shown(), render_text(diagnostics_, sources_, {.excerpts = false}));
}

TEST_F(Grouped, OfManyOfAKindTheFirstAreShownAndTheRestIsCounted) {
  for (std::uint32_t at = 1; at <= 50; ++at) diagnostics_.warning(Code::wrong_value, line(at), "value " + std::to_string(at));
  diagnostics_.error(Code::wrong_value, line(60), "an error is not hidden by them");
  const std::string text = shown();
  EXPECT_NE(text.find("value 20\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("value 21\n"), std::string::npos) << text;
  EXPECT_NE(text.find("a:60:1: error[wrong-value]: an error is not hidden by them\n"
                      "and 30 more of warning[wrong-value]\n"
                      "1 error, 50 warnings in all; --all-messages shows each of them\n"),
            std::string::npos)
      << text;
}

TEST_F(Grouped, WithoutAPlaceTheyAreCounted) {
  for (int again = 0; again < 9; ++again) diagnostics_.note(Code::internal, {}, "again");
  EXPECT_EQ(shown(), "note[internal]: again (9 times)\n9 notes in all; --all-messages shows each of them\n");
}

TEST_F(Grouped, NothingIsLostInJsonNorWithoutGroups) {
  for (std::uint32_t at = 1; at <= 50; ++at)
    diagnostics_.warning(Code::wrong_value, line(1), "the same").concerning("number " + std::to_string(at));
  EXPECT_EQ(nlohmann::json::parse(render_json(diagnostics_, sources_)).size(), 50u);
  const std::string all = render_text(diagnostics_, sources_, {.excerpts = false});
  EXPECT_NE(all.find("a:1:1: warning[wrong-value]: the same: number 50\n"), std::string::npos) << all;
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
