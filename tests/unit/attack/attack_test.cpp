// The attack itself: it changes what it is to change, finds what there is to find, and does the same again.
#include <gtest/gtest.h>

#include <csignal>

#include "csar/write.h"
#include "tests/attack/apart.h"
#include "tests/attack/bend.h"
#include "tests/attack/damage_archive.h"
#include "tests/attack/languages.h"
#include "tests/attack/minimise.h"
#include "tests/support/folder.h"

namespace planbuilder::testing {

namespace {

TEST(Languages, AreReadAsTheyArePrinted) {
  const struct {
    const Language& language;
    std::string text;
  } cases[] = {{yaml_language, "a: [1, \"1\", {b: 'x: y'}]\nc: {}\n\"\": ~\n"},
               {xml_language, "<a b=\"&lt;\"><c>x &amp; y</c><d/></a>"},
               {json_language, R"({"a": [1, "1", null, {"b": "\u0001\""}], "c": {}})"}};
  for (const auto& [language, text] : cases) {
    const auto tree = language.parse(text);
    ASSERT_TRUE(tree) << text;
    const std::string printed = language.print(*tree);
    const auto again = language.parse(printed);
    ASSERT_TRUE(again) << printed;
    EXPECT_EQ(language.print(*again), printed);
  }
}

TEST(Yaml, AliasesAndMergeKeysArePrinted) {
  Tree tree = *yaml_language.parse("a: {x: 1}\nb: {y: 2}\n");
  tree.children[0].anchor = "m";
  tree.children[1].children.push_back({.kind = Tree::Kind::alias, .name = "<<", .text = "m"});
  EXPECT_EQ(yaml_language.print(tree), "a: &m\n  x: 1\nb:\n  y: 2\n  <<: *m\n");
}

TEST(Bend, TheSameSeedBendsTheSameWay) {
  const Tree healthy = *yaml_language.parse("a: {b: [1, 2], c: {d: e}}\nf: g\n");
  std::size_t changed = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::string texts[2];
    for (std::string& text : texts) {
      Tree tree = healthy;
      Dice dice(seed);
      bend(
          tree, [&](Dice&) -> const Tree& { return healthy; }, dice);
      text = yaml_language.print(tree);
    }
    EXPECT_EQ(texts[0], texts[1]);
    if (texts[0] != yaml_language.print(healthy)) ++changed;
  }
  EXPECT_GT(changed, 150U);
}

TEST(Archives, AreDamagedSoThatSomeCanStillBeRead) {
  const Folder folder;
  const std::string zip = csar::zip_of({{"a.yaml", "a: b\n"}, {"b.yaml", "c: d\n"}, {"c/d.sh", "exit 0\n"}});
  std::size_t opened = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    Diagnostics diagnostics;
    if (csar::Archive::open(folder.write("a.zip", damage_zip(zip, dice)), {}, diagnostics)) ++opened;
  }
  EXPECT_GT(opened, 5U);
  EXPECT_LT(opened, 150U);
}

TEST(Minimise, LeavesWhatIsNeeded) {
  const auto needs = [](const std::string& text) {
    return text.find('x') != std::string::npos && text.find('y') != std::string::npos;
  };
  EXPECT_EQ(minimise("first\nxylophone\nthird\n" + std::string(100, '\n'), needs, 1000), "xy");
}

TEST(Apart, TellsHowItEnds) {
  EXPECT_EQ(run_apart([](Told& told) { told.number = 7; }).told.number, 7U);
  EXPECT_EQ(run_apart([](Told&) {}).what, "");
  EXPECT_EQ(run_apart([](Told& told) { stop_with("a finding", told); }).what, "a finding");
  EXPECT_EQ(run_apart([](Told&) { ::raise(SIGKILL); }).what, "crash: Killed");
  const End loops = run_apart([](Told& told) {
    start_clock(1);
    for (;;) told.number = told.number + 1;
  });
  EXPECT_TRUE(loops.hung);
  EXPECT_EQ(loops.what, "too much processor time");
}

}  // namespace

}  // namespace planbuilder::testing
