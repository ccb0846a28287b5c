#include "planbuilder/support/text.h"

#include <gtest/gtest.h>

#include "planbuilder/support/display.h"
#include "planbuilder/support/value.h"

namespace planbuilder {
namespace {

TEST(Text, SuggestsTheNearestWordOnlyIfItIsNear) {
  EXPECT_EQ(closest_match("node_typs", {"node_types", "data_types"}), "node_types");
  EXPECT_EQ(closest_match("ohst", {"host", "hist"}), "host");  // a swap counts once
  EXPECT_EQ(closest_match("xyz", {"host"}), std::nullopt);
  EXPECT_EQ(closest_match("host", {"host"}), std::nullopt);
  EXPECT_EQ(did_you_mean("hots", {"host"}), " (did you mean 'host'?)");
}

TEST(Text, EscapesWhatSeparatesThePartsOfAnId) { EXPECT_EQ(escape_id("a/b#1[2]%x y"), "a%2Fb%231%5B2%5D%25x y"); }

TEST(Text, KnowsUtf8) {
  EXPECT_TRUE(is_utf8("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"));
  for (const char* bad : {"\xC3", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "\x80"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Text, QuotesForJson) {
  EXPECT_EQ(json_quote("a\"\\\n\t\x01\x7f"), "\"a\\\"\\\\\\n\\t\\u0001\x7f\"");
  EXPECT_EQ(json_quote("\xFFx"), "\"\xEF\xBF\xBDx\"");
}

TEST(Text, CountsAndFormats) {
  EXPECT_EQ(count_of(1, "activity"), "1 activity");
  EXPECT_EQ(count_of(2, "activity"), "2 activities");
  EXPECT_EQ(count_of(0, "key"), "0 keys");
  EXPECT_EQ(format_double(1), "1.0");
  EXPECT_EQ(format_double(0.1), "0.1");
  EXPECT_EQ(format_double(1e300), "1e+300");
}

TEST(Values, AreComparedByContentAndShownAsText) {
  const Value list{List{{std::int64_t{1}}, {std::string("a")}, {Map{{"k", {true}}}}}};
  EXPECT_EQ(to_text(list), R"([1,"a",{"k":true}])");
  EXPECT_TRUE(same(list, list));
  EXPECT_FALSE(same(list, {List{}}));
  EXPECT_TRUE(is_literal(list));
  EXPECT_FALSE(is_literal({List{{Call{"get_input", {{std::string("x")}}}}}}));
  EXPECT_EQ(to_text({}), "");
  EXPECT_EQ(to_text({Call{"$equal", {{true}, {false}}}}), R"({"$equal":[true,false]})");
}

TEST(Display, OfHostileText) {
  EXPECT_EQ(printable("a\x1b[1m\n\x7f"), "a\u241b[1m\u240a\u2421");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J\u202e\u2028\xff \u00e9\U0001f600"),
            "\ufffd2J\ufffd\ufffd\ufffd \u00e9\U0001f600");
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable_line("a\nb"), "a\u240ab\n");
  EXPECT_EQ(mermaid_text("\"<a>&#`\\;%{}\n"), "#quot;#lt;a#gt;#amp;#35;#96;#92;#59;#37;#123;#125;\u240a");
  EXPECT_EQ(padded("\u00e9", 3), "\u00e9  ");
  EXPECT_EQ(padded("long", 3), "long");
}

}  // namespace
}  // namespace planbuilder
