// What a script refuses before anything runs: values that are not of their type, or that a constraint forbids.
#include <gtest/gtest.h>

#include "planbuilder/emit/shell/pattern.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

plan::Expression list_of(std::vector<plan::Expression> items) { return {plan::ExpressionList(std::move(items))}; }

plan::Input typed(const std::string& type, std::vector<plan::Constraint> constraints = {}) {
  plan::Input input{"i", type, false, {}, false, ""};
  input.constraints = std::move(constraints);
  return input;
}

class ShellChecks : public ::testing::Test {
 protected:
  void install(const plan::Input& input) const {
    plan::Plan plan = new_plan("build", "build");
    plan.inputs = {input};
    add_provision(plan, "a", "x.sh", {});
    bench.install(plan);
  }
  /// Which of the values are refused, with a blank between them.
  [[nodiscard]] std::string refused(const plan::Input& input, const std::vector<std::string>& values) const {
    install(input);
    std::string all;
    for (const std::string& value : values) {
      const Result result = bench.run("build", {"--dry-run", "--input", "i=" + value});
      if (result.exit_code != 0) all += (all.empty() ? "" : " ") + value;
    }
    return all;
  }
  Workbench bench;
};

TEST_F(ShellChecks, ValuesMustBeOfTheirTypes) {
  EXPECT_EQ(refused(typed("integer"), {"1", "-20", "+3", "0x1f", "1.5", "one", ""}), "1.5 one ");
  EXPECT_EQ(refused(typed("float"), {"1", "-2.5", ".5", "1e9", ".inf", "1.2.3", "e"}), "1.2.3 e");
  EXPECT_EQ(refused(typed("boolean"), {"true", "False", "no", "maybe", "1"}), "maybe 1");
  EXPECT_EQ(refused(typed("timestamp"), {"2001-12-14", "2001-12-14T21:59:43.1Z", "2001-12-14 21:59:43 +1", "12:00"}), "12:00");
  EXPECT_EQ(refused(typed("version"), {"2", "2.1", "1.0.0.beta-10", "1.", "v1"}), "1. v1");
  EXPECT_EQ(refused(typed("range"), {"[1,4]", "[ 2, UNBOUNDED ]", "[4,1]", "4"}), "[4,1] 4");
  EXPECT_EQ(refused(typed("list"), {"[]", R"([1,"a"])", "{}", "[1", "a"}), "{} [1 a");
  EXPECT_EQ(refused(typed("map"), {"{}", R"({"a":1})", "[]", "{a:1}"}), "[] {a:1}");
  EXPECT_EQ(refused(typed("string"), {"", "anything"}), "");
  EXPECT_EQ(refused(typed("org.example.Unknown"), {"anything"}), "");
}

TEST_F(ShellChecks, EntriesMustBeOfTheirTypeAndFitTheirConstraints) {
  const plan::Constraint integers{"entries", text("integer"), "a list with entries of the type integer"};
  EXPECT_EQ(refused(typed("list", {integers}), {"[]", "[1,-2]", R"(["1"])", "[1.5]", "[1,[2]]", R"([1,"a"])"}),
            R"([1.5] [1,[2]] [1,"a"])");
  EXPECT_EQ(refused(typed("map", {integers}), {R"({"a":1})", R"({"a":1,"b":true})"}), R"({"a":1,"b":true})");
  const plan::Constraint few{"each_in_range", list_of({number(1), number(9)}), "a list with entries that are between 1 and 9"};
  EXPECT_EQ(refused(typed("list", {integers, few}), {"[1,9]", "[1,10]"}), "[1,10]");
  const plan::Constraint lower{"each_pattern", text("[a-z]+"), "a list with entries that are like [a-z]+"};
  const plan::Constraint strings{"entries", text("string"), "a list with entries of the type string"};
  EXPECT_EQ(refused(typed("list", {strings, lower}), {R"(["ab","c"])", R"(["ab","C"])"}), R"(["ab","C"])");
  plan::Input sizes = typed("list", {{"entries", text("scalar-unit.size"), "a list with entries of the type scalar-unit.size"}});
  sizes.units = {{"MB", "1"}, {"GB", "1000"}};
  EXPECT_EQ(refused(sizes, {R"(["1 gb","20MB"])", R"(["1 TB"])"}), R"(["1 TB"])");
}

TEST_F(ShellChecks, DerivedTypesAreWrittenAsWhatTheyDeriveFrom) {
  plan::Input input = typed("my.Port");
  input.written_as = "integer";
  EXPECT_EQ(refused(input, {"80", "http"}), "http");
}

TEST_F(ShellChecks, NumbersAreCompared) {
  EXPECT_EQ(refused(typed("integer", {{"in_range", list_of({number(10), number(100)}), "between 10 and 100"}}),
                    {"9", "10", "0050", "100", "101", "-20", "1000"}),
            "9 101 -20 1000");
  EXPECT_EQ(refused(typed("integer", {{"in_range", list_of({number(10), {}}), "at least 10"}}), {"9", "99999999999999999999"}),
            "9");
  EXPECT_EQ(
      refused(typed("float", {{"greater_than", text("1.5"), "greater than 1.5"}}), {"1.5", "1.50", "1.51", "2", "-3", "1e1"}),
      "1.5 1.50 -3");
  EXPECT_EQ(refused(typed("float", {{"less_or_equal", text("-1.5"), "at most -1.5"}}), {"-1.5", "-1.49", "-2", "0"}), "-1.49 0");
  EXPECT_EQ(refused(typed("integer", {{"equal", number(5), "5"}}), {"5", "+5", "05", "6"}), "6");
}

TEST_F(ShellChecks, AmountsAreComparedInTheSmallestUnit) {
  plan::Input input = typed("scalar-unit.size", {{"greater_or_equal", text("1.5 MB"), "at least 1.5 MB"}});
  input.units = {{"B", "1"}, {"kB", "1000"}, {"MB", "1000000"}, {"MiB", "1048576"}};
  EXPECT_EQ(refused(input, {"1 MB", "1500 kB", "1.4999MB", "2mib", "1.5 MB", "3 ells", "7"}), "1 MB 1.4999MB 3 ells 7");
  plan::Input speed = typed("scalar-unit.bitrate", {{"less_than", text("9 bps"), "less than 9 bps"}});
  speed.units = {{"bps", "1"}, {"Bps", "8"}};
  EXPECT_EQ(refused(speed, {"2 bps", "2 Bps", "1 BPS", "1 bPS"}), "2 Bps");
  plan::Input own = typed("Length", {{"equal", text("4.35 m"), "4.35 m"}});
  own.written_as = "scalar";
  own.units = {{"m", "100"}, {"cm", "1"}};
  EXPECT_EQ(refused(own, {"435 cm", "4.350 m", "434 cm", "4.35 M"}), "434 cm 4.35 M");
}

TEST_F(ShellChecks, VersionsTimestampsAndTextsAreCompared) {
  EXPECT_EQ(refused(typed("version", {{"greater_than", text("1.9"), "greater than 1.9"}}), {"1.10", "1.9.0", "1.8.99", "2"}),
            "1.9.0 1.8.99");
  EXPECT_EQ(refused(typed("timestamp", {{"less_than", text("2020-01-01T00:00:00Z"), "less than that"}}),
                    {"2019-12-31", "2020-01-01T00:30:00+01:00", "2020-01-01T00:30:00Z"}),
            "2020-01-01T00:30:00Z");
  EXPECT_EQ(refused(typed("string", {{"valid_values", list_of({text("a b"), text("c")}), "one of 'a b', 'c'"}}),
                    {"a b", "c", "a", "*"}),
            "a *");
  EXPECT_EQ(refused(typed("boolean", {{"equal", {true}, "true"}}), {"true", "yes", "false"}), "false");
}

TEST_F(ShellChecks, LengthsAreThoseOfCharactersOrEntries) {
  EXPECT_EQ(refused(typed("string", {{"max_length", number(3), "at most 3 characters long"}}),
                    {"abc", "\xC3\xA4\xC3\xB6\xC3\xBC", "abcd"}),
            "abcd");
  EXPECT_EQ(refused(typed("string", {{"length", number(2), "2 characters long"}}), {"a", "ab"}), "a");
  EXPECT_EQ(refused(typed("list", {{"min_length", number(2), "at least 2 entries long"}}), {"[1]", R"(["a,b","c"])"}), "[1]");
}

TEST_F(ShellChecks, PatternsMustMatchTheWholeValue) {
  const plan::Input input = typed("string", {{"pattern", text(R"(\w+@(?:[a-z\-]+\.)+[a-z]{2,4})"), "text that matches it"}});
  EXPECT_EQ(refused(input, {"me@a-b.example.org", "me@x", "me@example.org."}), "me@x me@example.org.");
  // What cannot be said here is told in the help, and not checked.
  const plan::Input other = typed("string", {{"pattern", text("(?=a).*"), "text that matches '(?=a).*'"}});
  EXPECT_EQ(refused(other, {"b"}), "");
  EXPECT_NE(bench.run("build", {"--help"}).out.find("must be text that matches '(?=a).*' (not checked here)\n"),
            std::string::npos);
}

TEST_F(ShellChecks, AllProblemsAreSaidAtOnceAndSecretsAreNotShown) {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {typed("integer", {{"greater_than", number(1), "greater than 1"}, {"less_than", number(0), "less than 0"}}),
                 {"j", "float", true, {}, false, ""},
                 {"password", "integer", true, {}, true, ""},
                 {"missing", "string", true, {}, false, ""}};
  plan.inputs[0].description = "the first\nof them";
  add_provision(plan, "a", "x.sh", {});
  bench.install(plan);
  const Result result = bench.run("build", {"--input", "i=1", "--input", "j=x", "--input", "password=hush", "--input", "k=1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "planbuilder: this plan has no such inputs: k (it has: i j password missing)\n"
            "planbuilder: the input i: '1' is refused; it must be greater than 1\n"
            "planbuilder: the input i: '1' is refused; it must be less than 0\n"
            "planbuilder: the input j: 'x' is no float; a number is wanted\n"
            "planbuilder: the input password: its value is no integer; an integer is wanted\n"
            "planbuilder: inputs without a value: missing (give them with --inputs FILE or --input NAME=VALUE)\n");
  EXPECT_FALSE(bench.has_state(""));
  EXPECT_EQ(bench.run("build", {"begin", "--input", "i=1"}).exit_code, 2);
  EXPECT_NE(bench.run("build", {"--help"})
                .out.find("  i                   integer\n"
                          "                      the first\\nof them\n"
                          "                      must be greater than 1\n"),
            std::string::npos);
}

TEST(PosixPattern, IsTheSameInTheOtherDialect) {
  const auto posix = [](std::string_view pattern) { return emit::posix_pattern(pattern).value_or("none"); };
  EXPECT_EQ(posix(R"(a\d+?)"), "^(a[0-9]+)$");
  EXPECT_EQ(posix(R"([\w\-.]*)"), "^([A-Za-z0-9_.-]*)$");
  EXPECT_EQ(posix(R"([^\]\s])"), "^([^][:space:]])$");
  EXPECT_EQ(posix(R"([\^a]|[\^])"), R"(^([a^]|\^)$)");
  EXPECT_EQ(posix(R"(\/\.\W)"), R"(^(/\.[^A-Za-z0-9_])$)");
  EXPECT_EQ(posix("(?:x|y){1,2}"), "^((x|y){1,2})$");
  for (const char* other : {R"(\bx)", "(?!x)", R"((a)\1)", "[", R"(\)", "\xC3\xA4", R"([\D])", R"(\x41)"})
    EXPECT_EQ(posix(other), "none") << other;
}

}  // namespace

}  // namespace planbuilder::testing
