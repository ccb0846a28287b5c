#include "planbuilder/support/utf16.h"

#include <gtest/gtest.h>

#include "planbuilder/support/text.h"

namespace planbuilder {
namespace {

using namespace std::string_literals;

TEST(Utf16, IsConvertedWhicheverByteComesFirst) {
  const std::string text = "<a>\u00fc\u20ac\U0001F600</a>";
  EXPECT_EQ(utf8_of_utf16("\xFF\xFE<\0a\0>\0\xFC\0\xAC\x20\x3D\xD8\x00\xDE<\0/\0a\0>\0"s), text);
  EXPECT_EQ(utf8_of_utf16("\xFE\xFF\0<\0a\0>\0\xFC\x20\xAC\xD8\x3D\xDE\x00\0<\0/\0a\0>"s), text);
  EXPECT_EQ(utf8_of_utf16("<\0a\0/\0>\0"s), "<a/>");
  EXPECT_EQ(utf8_of_utf16("\0<\0a\0/\0>"s), "<a/>");
}

TEST(Utf16, OtherTextsAreLeftAlone) {
  EXPECT_EQ(utf8_of_utf16(""), std::nullopt);
  EXPECT_EQ(utf8_of_utf16("<"), std::nullopt);
  EXPECT_EQ(utf8_of_utf16("<a/>"), std::nullopt);
  EXPECT_EQ(utf8_of_utf16("\xEF\xBB\xBF<a/>"), std::nullopt);
}

TEST(Utf16, HalfACharacterIsNoText) {
  for (const std::string& broken : {"<\0\x3D\xD8"s, "<\0\x00\xDE<\0"s, "<\0\x3D\xD8<\0"s, "<\0a"s}) {
    const auto converted = utf8_of_utf16(broken);
    ASSERT_TRUE(converted);
    EXPECT_TRUE(converted->starts_with('<'));
    EXPECT_FALSE(is_utf8(*converted));
  }
}

}  // namespace
}  // namespace planbuilder
