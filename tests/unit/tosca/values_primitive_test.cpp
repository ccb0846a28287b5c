#include <gtest/gtest.h>

#include "planbuilder/tosca/scalars/pattern.h"
#include "planbuilder/tosca/scalars/primitive.h"
#include "planbuilder/tosca/scalars/scalar_unit.h"
#include "planbuilder/tosca/scalars/timestamp.h"
#include "planbuilder/tosca/scalars/version_number.h"

namespace planbuilder::tosca {
namespace {

Value plain(std::string text) { return {std::move(text), {}, true}; }
Value quoted(std::string text) { return {std::move(text), {}, false}; }

/// What a plain scalar becomes; "-" when it does not fit.
std::string typed(Primitive type, const std::string& text) {
  Value value = plain(text);
  if (!type_as(type, value)) return "-";
  return value.text() != nullptr ? "'" + *value.text() + "'" : to_text(value);
}

struct Scalar {
  Primitive type;
  std::string text;
  std::string wanted;
};

TEST(Primitive, PlainScalarsBecomeWhatIsWanted) {
  const std::vector<Scalar> cases = {
      {Primitive::string, "1.10", "'1.10'"},
      {Primitive::string, "yes", "'yes'"},
      {Primitive::integer, "12", "12"},
      {Primitive::integer, "-7", "-7"},
      {Primitive::integer, "+7", "7"},
      {Primitive::integer, "0x1F", "31"},
      {Primitive::integer, "0o17", "15"},
      {Primitive::integer, "1.5", "-"},
      {Primitive::integer, "two", "-"},
      {Primitive::integer, "99999999999999999999", "-"},
      {Primitive::number, "1", "1.0"},
      {Primitive::number, "1.5e3", "1500.0"},
      {Primitive::number, ".5", "0.5"},
      {Primitive::number, "nan", "-"},
      {Primitive::number, "1.2.3", "-"},
      {Primitive::boolean, "true", "true"},
      {Primitive::boolean, "False", "false"},
      {Primitive::boolean, "yes", "true"},
      {Primitive::boolean, "off", "false"},
      {Primitive::boolean, "1", "-"},
      {Primitive::version, "1.10", "'1.10'"},
      {Primitive::version, "2.0.1.beta-3", "'2.0.1.beta-3'"},
      {Primitive::version, "1.x", "-"},
      {Primitive::timestamp, "2001-12-14", "'2001-12-14'"},
      {Primitive::timestamp, "yesterday", "-"},
      {Primitive::size, "10 MB", "'10 MB'"},
      {Primitive::size, "10", "-"},
      {Primitive::null, "nothing", "-"},
      {Primitive::list, "a", "-"},
      {Primitive::map, "a", "-"},
  };
  for (const Scalar& item : cases) EXPECT_EQ(typed(item.type, item.text), item.wanted) << item.text;
}

TEST(Primitive, QuotedScalarsAreText) {
  Value number = quoted("80");
  EXPECT_FALSE(type_as(Primitive::integer, number));
  Value truth = quoted("true");
  EXPECT_FALSE(type_as(Primitive::boolean, truth));
  Value version = quoted("1.0");
  EXPECT_TRUE(type_as(Primitive::version, version));
}

Value range(std::string lower, std::string upper) { return {List{plain(std::move(lower)), plain(std::move(upper))}}; }

TEST(Primitive, ARangeHasTwoEndsInOrder) {
  Value good = range("1", "4");
  EXPECT_TRUE(type_as(Primitive::range, good));
  Value open = range("1", "UNBOUNDED");
  EXPECT_TRUE(type_as(Primitive::range, open));
  EXPECT_EQ(to_text(open), "[1,\"UNBOUNDED\"]");
  Value reversed = range("4", "1");
  EXPECT_FALSE(type_as(Primitive::range, reversed));
  Value words = range("a", "b");
  EXPECT_FALSE(type_as(Primitive::range, words));
  Value one{List{plain("1")}};
  EXPECT_FALSE(type_as(Primitive::range, one));
}

TEST(ScalarUnit, AmountsAreComparedInOneUnit) {
  EXPECT_EQ(parse_scalar_unit(UnitKind::frequency, "0.5 GHz"), parse_scalar_unit(UnitKind::frequency, "500 MHz"));
  EXPECT_EQ(parse_scalar_unit(UnitKind::size, "1 KiB"), 1024);
  EXPECT_EQ(parse_scalar_unit(UnitKind::size, "1kb"), 1000);
  EXPECT_EQ(parse_scalar_unit(UnitKind::size, "2   TIB"), 2.0 * 1024 * 1024 * 1024 * 1024);
  EXPECT_EQ(parse_scalar_unit(UnitKind::time, "1 d"), parse_scalar_unit(UnitKind::time, "24h"));
  EXPECT_EQ(parse_scalar_unit(UnitKind::time, "5 us"), 5000);
  EXPECT_EQ(parse_scalar_unit(UnitKind::bitrate, "1 MBps"), parse_scalar_unit(UnitKind::bitrate, "8 mbps"));
}

TEST(ScalarUnit, WhatIsNoAmount) {
  for (const std::string_view text : {"", "MB", "10", "-1 MB", "10 XB", "10 M B", "ten MB", "1 MHz", "1,5 MB"}) {
    EXPECT_FALSE(parse_scalar_unit(UnitKind::size, text)) << text;
  }
  EXPECT_FALSE(parse_scalar_unit(UnitKind::time, "1 week"));
}

TEST(VersionNumber, Parts) {
  for (const std::string_view text : {"0", "6.1", "2.0.1", "3.1.0.beta", "1.0.0.alpha-10"}) {
    EXPECT_TRUE(parse_version_number(text)) << text;
  }
  for (const std::string_view text :
       {"", "a", "1.", ".1", "1.0.0.", "1.0.0.a-", "1.0.0.a-b", "1.0.0-5", "1.-3", "1.0.0.a.b", "v1.0"}) {
    EXPECT_FALSE(parse_version_number(text)) << text;
  }
}

TEST(VersionNumber, Order) {
  const auto order = [](std::string_view left, std::string_view right) {
    return compare(*parse_version_number(left), *parse_version_number(right));
  };
  EXPECT_TRUE(order("1.9", "1.10") < 0);
  EXPECT_TRUE(order("1.0", "1.0.0") == 0);
  EXPECT_TRUE(order("1.0.0.beta", "1.0.0") < 0);
  EXPECT_TRUE(order("1.0.0.beta-2", "1.0.0.beta-10") < 0);
  EXPECT_TRUE(order("1.0.0.alpha", "1.0.0.beta") == std::partial_ordering::unordered);
}

TEST(Timestamp, Forms) {
  for (const std::string_view text : {"2001-12-15", "2001-12-15T02:59:43.1Z", "2001-12-14t21:59:43.10-05:00",
                                      "2001-12-14 21:59:43.10 -5", "2001-12-15 2:59:43.10", "2001-1-5 02:59:43"}) {
    EXPECT_TRUE(parse_timestamp(text)) << text;
  }
  for (const std::string_view text : {"", "2001", "2001-12", "2001-13-01", "2001-02-30", "2001-1-5", "01-12-15", "2001-12-15T",
                                      "2001-12-15T25:00:00", "2001-12-15T02:59", "2001-12-15 02:59:43 CET", "2001-12-15x"}) {
    EXPECT_FALSE(parse_timestamp(text)) << text;
  }
}

TEST(Timestamp, ZonesCount) {
  EXPECT_EQ(parse_timestamp("2001-12-15T02:59:43Z"), parse_timestamp("2001-12-14 21:59:43 -5"));
  EXPECT_LT(*parse_timestamp("2001-12-15"), *parse_timestamp("2001-12-15T00:00:00.5Z"));
}

TEST(Pattern, MatchesTheWholeText) {
  EXPECT_TRUE(Pattern::compile("[a-z]+").matches("abc"));
  EXPECT_FALSE(Pattern::compile("[a-z]+").matches("abc1"));
  EXPECT_TRUE(Pattern::compile("gr.n").matches("gr\xC3\xBCn"));
  EXPECT_TRUE(Pattern::compile("[\xC3\xA4\xC3\xBC]").matches("\xC3\xBC"));
}

TEST(Pattern, Problems) {
  EXPECT_EQ(Pattern::compile("[a-").problem(), Pattern::Problem::not_a_pattern);
  EXPECT_EQ(Pattern::compile("(a").problem(), Pattern::Problem::not_a_pattern);
  EXPECT_EQ(Pattern::compile("(?i)abc").problem(), Pattern::Problem::other_dialect);
  EXPECT_EQ(Pattern::compile("\\p{L}+").problem(), Pattern::Problem::other_dialect);
  EXPECT_EQ(Pattern::compile("(a)\\1").problem(), Pattern::Problem::other_dialect);
  EXPECT_EQ(Pattern::compile("((a{1000}){1000}){1000}").problem(), Pattern::Problem::too_large);
  EXPECT_EQ(Pattern::compile("(((a?){99}){99}){99}").problem(), Pattern::Problem::too_large);
  EXPECT_EQ(Pattern::compile(std::string(5000, 'a')).problem(), Pattern::Problem::too_large);
}

TEST(Pattern, NeitherHangsNorOverflows) {
  EXPECT_FALSE(Pattern::compile("(a+)+b").matches(std::string(4000, 'a')));
  EXPECT_TRUE(Pattern::compile("(a|b|ab)*").matches(std::string(4000, 'a')));
  EXPECT_FALSE(Pattern::compile("(a?){1000}b").matches(std::string(1000, 'a')));
  EXPECT_TRUE(Pattern::compile("a").matches(std::string(1'000'000, 'b')));  // too long to be judged
  Pattern::compile(std::string(1900, '('));
}

}  // namespace
}  // namespace planbuilder::tosca
