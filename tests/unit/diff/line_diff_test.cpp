// Texts, compared line by line.
#include "planbuilder/diff/line_diff.h"

#include <gtest/gtest.h>

#include <random>

namespace planbuilder::diff {
namespace {

/// "-2 b" for a line that is gone, "+2 x" for one that is new.
std::string changes(std::string_view before, std::string_view after, std::size_t most = 100) {
  const auto difference = compare_lines(before, after, most);
  if (!difference) return "no text";
  std::string out;
  for (const LineChange& line : difference->lines)
    out += (line.added ? "+" : "-") + std::to_string(line.line) + " " + line.text + (line.unended ? "$" : "") + "\n";
  if (difference->more > 0) out += "and " + std::to_string(difference->more) + "\n";
  return out;
}

TEST(LineDiff, FindsTheShortestList) {
  EXPECT_EQ(changes("a\nb\nc\n", "a\nb\nc\n"), "");
  EXPECT_EQ(changes("a\nb\nc\n", "a\nb\nc\nd\n"), "+4 d\n");
  EXPECT_EQ(changes("a\nb\nc\n", "b\nc\n"), "-1 a\n");
  EXPECT_EQ(changes("a\nb\nc\n", "a\nx\nc\n"), "-2 b\n+2 x\n");
  EXPECT_EQ(changes("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n"), "-1 a\n-2 b\n+2 b\n-6 b\n+6 c\n");
  EXPECT_EQ(changes("", "a\n"), "+1 a\n");
}

TEST(LineDiff, SeesEndsOfLines) {
  EXPECT_EQ(changes("a\nb", "a\nb\n"), "-2 b$\n+2 b\n");
  EXPECT_EQ(changes("a\r\n", "a\n"), "-1 a\r\n+1 a\n");
}

TEST(LineDiff, IsForTextsOnly) {
  EXPECT_EQ(changes(std::string_view("a\0b", 3), "a"), "no text");
  EXPECT_EQ(changes("a", "\xff"), "no text");
}

TEST(LineDiff, IsBounded) {
  std::string before, after, long_line(1000, 'x');
  for (int i = 0; i < 2000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  EXPECT_EQ(changes("same\n" + before, "same\n" + after, 1), "-2 old 0\nand 3999\n");
  const auto difference = compare_lines("", long_line);
  ASSERT_TRUE(difference);
  EXPECT_LT(difference->lines.at(0).text.size(), 310u);
}

/// The edits, done to the old text, give the new one.
TEST(LineDiff, LeadsFromOneTextToTheOther) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::string> sides[2];
    std::string texts[2];
    for (int side = 0; side < 2; ++side) {
      for (auto i = random() % 12; i > 0; --i) {
        sides[side].emplace_back(1, static_cast<char>('a' + random() % 4));
        texts[side] += sides[side].back() + "\n";
      }
    }
    const auto difference = compare_lines(texts[0], texts[1]);
    ASSERT_TRUE(difference);
    std::vector<std::string> made = sides[0];
    for (auto line = difference->lines.rbegin(); line != difference->lines.rend(); ++line) {
      if (!line->added) made.erase(made.begin() + (static_cast<long>(line->line) - 1));
    }
    for (const LineChange& line : difference->lines) {
      if (line.added) made.insert(made.begin() + (static_cast<long>(line.line) - 1), line.text);
    }
    EXPECT_EQ(made, sides[1]) << texts[0] << "to\n" << texts[1];
  }
}

}  // namespace
}  // namespace planbuilder::diff
