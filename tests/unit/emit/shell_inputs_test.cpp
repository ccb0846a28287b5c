// How a plan gets its inputs, and what it says when it does not.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

class ShellInputs : public ::testing::Test {
 protected:
  ShellInputs() {
    plan::Plan plan = new_plan("build", "build");
    plan.inputs = {{"port", "float", true, number(80), false, ""},
                   {"host", "string", true, {}, false, ""},
                   {"password", "string", true, {}, true, ""},
                   {"note", "string", false, {}, false, ""}};
    std::vector<plan::Argument> arguments;
    for (const char* name : {"port", "host", "note"}) arguments.push_back({name, call_of("get_input", {name}), false});
    arguments.push_back({"password", call_of("get_input", {"password"}), true});
    add_provision(plan, "a", "show.sh", arguments);
    bench.script("show.sh", "printf '%s|' \"$port\" \"$host\" \"$password\" \"$note\" >\"$TRACE\"\n");
    bench.install(plan);
  }
  Workbench bench;
};

TEST_F(ShellInputs, AreReadFromJson) {
  bench.folder().write("in.json",
                       R"( {"host": "a\n\"b\" \u00e4", "password": "p'w", "port": 1.50, "note": {"k": [true, null, 1.5]}})");
  const Result result = bench.run("build", {"--inputs", "in.json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "1.50|a\n\"b\" \xC3\xA4|p'w|{\"k\":[true,null,1.5]}|");
}

TEST_F(ShellInputs, AreReadFromLines) {
  bench.folder().write("in", "# comment\n\nhost= a=b $(x) \npassword=p\n");
  ASSERT_EQ(bench.run("build", {"--inputs", "in", "--input", "note=a\nb"}).exit_code, 0);
  EXPECT_EQ(bench.trace(), "80| a=b $(x) |p|a\nb|");
}

TEST_F(ShellInputs, AllThatAreMissingAreNamedAtOnce) {
  const Result result = bench.run("build");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("inputs without a value: host password"), std::string::npos) << result.err;
  EXPECT_FALSE(bench.has_state(""));
}

TEST_F(ShellInputs, WrongUsageIsRefused) {
  bench.folder().write("bad.json", "{\"host\": ");
  const std::vector<std::vector<std::string>> wrong{{"--input", "hots=1"},
                                                    {"--inputs", "none"},
                                                    {"--inputs", "bad.json"},
                                                    {"--input", "x"},
                                                    {"--jobs", "x"},
                                                    {"--jobs"},
                                                    {"--what"},
                                                    {"destroy"}};
  for (const auto& arguments : wrong) {
    const Result result = bench.run("build", arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments.front() << result.err;
    EXPECT_FALSE(result.err.empty());
  }
  EXPECT_FALSE(bench.has_state(""));
}

TEST_F(ShellInputs, SecretsAreMaskedInDryRuns) {
  const Result result = bench.run("build", {"--dry-run", "--input", "host=h", "--input", "password=hush"});
  EXPECT_EQ(result.out,
            "wave 1\n"
            "  a/provision\n"
            "      record   create an instance of node a\n"
            "      invoke   Standard.create: bash show.sh\n"
            "                 port=80\n"
            "                 host=h\n"
            "                 note=\n"
            "                 password=***\n"
            "Dry run: 1 activity, 2 steps; nothing was done.\n");
  EXPECT_FALSE(bench.has_state(""));
}

TEST_F(ShellInputs, ResumeTakesTheSameOnesOnly) {
  bench.script("show.sh", "exit 1\n");
  EXPECT_EQ(bench.run("build", {"--input", "host=h", "--input", "password=p"}).exit_code, 1);
  const Result other = bench.run("build", {"resume", "--input", "host=i"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_NE(other.err.find("other values of these inputs: host ("), std::string::npos) << other.err;
  bench.script("show.sh", "printf '%s' \"$host\" >\"$TRACE\"\n");
  EXPECT_EQ(bench.run("build", {"resume", "--input", "host=h", "--input", "password=p"}).exit_code, 0);
  EXPECT_EQ(bench.trace(), "h");
}

}  // namespace

}  // namespace planbuilder::testing
