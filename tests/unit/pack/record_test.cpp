#include "planbuilder/pack/record.h"

#include <gtest/gtest.h>

#include "planbuilder/pack/restore.h"
#include "tests/unit/pack/pack_fixture.h"

namespace planbuilder::pack {
namespace {

Record a_record() {
  Record record;
  record.version = "1.2.3";
  record.service = {"shop \"x\"", "Definitions/shop.yaml", std::string(64, 'a')};
  record.options = {{"declare", "auto"}, {"targets", "shell"}};
  record.plans = {
      {"build",
       "build",
       {{"port", "integer", false}},
       {{"shell", {{"Plans/build/shell/plan.sh", 12, std::string(64, 'b')}}, {{"Definitions/shop.yaml", "deploy", ""}}}},
       {{"data/"}, {"run.sh", std::string(64, 'd'), 3}}}};
  record.brought = {{"Plans/plugins/site/make.sh", 3, std::string(64, 'd')}};
  record.reactor = {{"Plans/reactor/react.sh", std::string(64, 'e'), 5}, {"monitor.sh"}};
  record.definitions = {{"Definitions/shop.yaml", std::string(64, 'c'), {{7, 20, ""}, {40, 0, "was\nthere"}}}};
  return record;
}

std::optional<Record> read(const std::string& text, Diagnostics& diagnostics) {
  Sources sources;
  return read_record(sources, sources.add("Plans/planbuilder.json", text), diagnostics);
}

TEST(Record, IsReadAsItWasWritten) {
  Diagnostics diagnostics;
  const std::string text = to_json(a_record());
  const auto record = read(text, diagnostics);
  ASSERT_TRUE(record) << testing::codes_of(diagnostics);
  EXPECT_EQ(to_json(*record), text);
  EXPECT_EQ(record->brought.front().path, "Plans/plugins/site/make.sh");
  EXPECT_EQ(record->reactor, a_record().reactor);
  EXPECT_EQ(record->definitions.front().edits, a_record().definitions.front().edits);
}

/// Whatever is cut off or misspelt has a place.
TEST(Record, ProblemsHaveAPlace) {
  const std::string text = to_json(a_record());
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{"planbuilder/pack/1", "planbuilder/pack/2"},
                                                                                 {"\"sha256\"", "\"sha265\""},
                                                                                 {"\"offset\": 7", "\"offset\": -7"},
                                                                                 {"\"kind\": \"build\",", ""},
                                                                                 {"\"options\": {", "\"options\": [{"},
                                                                                 {"true", "tru"},
                                                                                 {"false", "\"no\""}}) {
    std::string broken = text;
    if (broken.find(from) == std::string::npos) continue;
    broken.replace(broken.find(from), from.size(), to);
    Diagnostics diagnostics;
    EXPECT_FALSE(read(broken, diagnostics)) << to;
    ASSERT_EQ(diagnostics.size(), 1U) << to;
    EXPECT_GT(diagnostics.since(0).front().at.line, 0U) << to;
  }
  Diagnostics diagnostics;
  EXPECT_FALSE(read(text.substr(0, text.size() / 2), diagnostics));
  EXPECT_FALSE(read("[]", diagnostics));
  EXPECT_FALSE(read("", diagnostics));
}

TEST(Restore, TakesOutWhatStandsBetweenTheMarks) {
  EXPECT_EQ(without_marked("a: 1\n  # planbuilder: begin\n  x: y\n  # planbuilder: end\nb: 2\n"), "a: 1\nb: 2\n");
  EXPECT_EQ(without_marked("<a>\n  <b/>\n  <!-- planbuilder: begin -->\n  <c/>\n  <!-- planbuilder: end -->\n</a>"),
            "<a>\n  <b/>\n</a>");
  EXPECT_FALSE(without_marked("a: 1\n"));
  EXPECT_FALSE(without_marked("# planbuilder: begin\nnever ends\n"));
}

}  // namespace
}  // namespace planbuilder::pack
