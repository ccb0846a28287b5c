#include "csar/paths.h"

#include <gtest/gtest.h>

namespace planbuilder::csar {
namespace {

TEST(Paths, SafeNamesHaveNoProblem) {
  for (const char* name : {"a", "a/b.yaml", "./a", "a/", "..a", "a..b/c", "caf\xC3\xA9", "a b", "ab:c"})
    EXPECT_EQ(name_problem(name), "") << name;
}

TEST(Paths, UnsafeNamesAreToldApart) {
  using namespace std::string_view_literals;
  EXPECT_EQ(name_problem(""), "is empty");
  EXPECT_EQ(name_problem("/etc/passwd"), "is absolute");
  EXPECT_NE(name_problem("../x").find("'..'"), std::string_view::npos);
  EXPECT_NE(name_problem("a/../../x").find("'..'"), std::string_view::npos);
  EXPECT_NE(name_problem("a/..").find("'..'"), std::string_view::npos);
  EXPECT_EQ(name_problem("a\\b"), "contains a backslash");
  EXPECT_EQ(name_problem("C:x"), "starts with a drive letter");
  EXPECT_EQ(name_problem("a\0b"sv), "contains a control character");
  EXPECT_EQ(name_problem("a\nb"), "contains a control character");
  EXPECT_EQ(name_problem("a\x7f"), "contains a control character");
  EXPECT_EQ(name_problem(std::string(5000, 'a')), "is longer than 4096 bytes");
  for (const char* name :
       {"\xff", "\xC3", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "a\x80"}) {
    EXPECT_EQ(name_problem(name), "is not UTF-8");
  }
}

TEST(Paths, AreNormalised) {
  EXPECT_EQ(normalise("./a//b/./c/"), "a/b/c");
  EXPECT_EQ(normalise("./"), "");
}

TEST(Paths, ResolveFollowsDotsInsideTheRoot) {
  EXPECT_EQ(resolve("defs/a.yaml", "../types/x.yaml"), "types/x.yaml");
  EXPECT_EQ(resolve("defs/a.yaml", "b.yaml"), "defs/b.yaml");
  EXPECT_EQ(resolve("a.yaml", "./b.yaml"), "b.yaml");
  EXPECT_EQ(resolve("defs/deep/a.yaml", "/types/x.yaml"), "types/x.yaml");
  EXPECT_EQ(resolve("", "a/../b"), "b");
}

TEST(Paths, ResolveNeverLeavesTheRoot) {
  for (const char* relative : {"../x", "../../x", "a/../../../x", "..", ".", "/", "/../x", "", "C:/x", "a\\b", "a\nb", "\xff"}) {
    EXPECT_EQ(resolve("a.yaml", relative), std::nullopt) << relative;
  }
  EXPECT_EQ(resolve("defs/a.yaml", "../../etc/passwd"), std::nullopt);
  EXPECT_EQ(resolve("../a.yaml", "x"), std::nullopt);
}

TEST(Paths, QuotedNamesAreHarmless) {
  EXPECT_EQ(quote_name("a\033[2J\x7f"), "\"a\\u001b[2J\\u007f\"");
  EXPECT_LT(quote_name(std::string(60000, 'a')).size(), 250u);
}

}  // namespace
}  // namespace planbuilder::csar
