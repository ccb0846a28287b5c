#include "planbuilder/emit/template/xml_text.h"

#include <gtest/gtest.h>

#include "planbuilder/emit/template/emit_error.h"

namespace planbuilder::emit {

namespace {

TEST(XmlText, IsSafeInElementsAndAttributes) {
  EXPECT_EQ(xml_escape("a<b>&\"c\" 'd' ]]>"), "a&lt;b&gt;&amp;&quot;c&quot; 'd' ]]&gt;");
  EXPECT_EQ(xml_escape("\t\n\r"), "&#9;&#10;&#13;");  // a reader would make spaces or newlines of them
  EXPECT_EQ(xml_escape("é€𝄞"), "é€𝄞");
}

TEST(XmlText, KnowsWhatXmlCannotHold) {
  const auto message = [](std::string_view text) -> std::string {
    try {
      return xml_escape(text);
    } catch (const EmitError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(message("a\x01"), "a text contains U+0001, which XML cannot hold");
  EXPECT_EQ(message(std::string_view("\0", 1)), "a text contains U+0000, which XML cannot hold");
  EXPECT_EQ(message("x\xEF\xBF\xBF"), "a text contains U+FFFF, which XML cannot hold");
  EXPECT_EQ(message("x\xFFy"), "a text contains byte 0xFF, which XML cannot hold");
  EXPECT_EQ(message("\xED\xA0\x80").substr(0, 15), "a text contains");  // half of a surrogate pair
  EXPECT_EQ(message("\x7F"), "\x7F");
}

}  // namespace

}  // namespace planbuilder::emit
