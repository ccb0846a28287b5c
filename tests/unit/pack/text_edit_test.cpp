#include "planbuilder/pack/text_edit.h"

#include <gtest/gtest.h>

namespace planbuilder::pack {
namespace {

TEST(TextEdit, ReplacesAtBytePositionsInAnyOrder) {
  const EditedText edited = apply("one two three", {{8, 5, "drei"}, {0, 3, "eins"}, {4, 0, "und "}, {4, 0, "dann "}});
  EXPECT_EQ(edited.text, "eins und dann two drei");
}

TEST(TextEdit, IsTakenBackExactly) {
  const std::string text = "a\r\nb\xc3\xa9\nc";
  const EditedText edited = apply(text, {{3, 3, ""}, {8, 0, "new\r\n"}, {0, 1, "longer"}});
  EXPECT_EQ(take_back(edited.text, edited.undo), text);
}

TEST(TextEdit, RefusesChangesThatDoNotFit) {
  EXPECT_FALSE(take_back("short", {{3, 10, ""}}));
  EXPECT_FALSE(take_back("overlap", {{3, 2, ""}, {4, 1, ""}}));
  EXPECT_FALSE(take_back("x", {{4294967295U, 4294967295U, ""}}));
}

TEST(TextEdit, KnowsTheLineEndsOfAText) {
  EXPECT_EQ(line_end_of("a\r\nb\n"), "\r\n");
  EXPECT_EQ(line_end_of("a\nb\r\n"), "\n");
  EXPECT_EQ(line_end_of(""), "\n");
  EXPECT_EQ(line_start("ab\ncd", 4), 3U);
  EXPECT_EQ(line_start("ab\ncd", 1), 0U);
}

}  // namespace
}  // namespace planbuilder::pack
