// What later plans of a service need not be told again.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

class ShellRemembers : public ::testing::Test {
 protected:
  ShellRemembers() {
    plan::Plan build = new_plan("build", "build");
    build.inputs = {{"port", "integer", true, {}, false, ""}, {"host", "string", true, text("here"), false, ""}};
    const std::vector<plan::Argument> arguments = {{"port", call_of("get_input", {"port"})},
                                                   {"host", call_of("get_input", {"host"})}};
    add_provision(build, "a", "show.sh", arguments);
    bench.script("show.sh", "echo \"$port $host\" >>\"$TRACE\"\n");
    bench.install(build);
    plan::Plan removal = new_plan("terminate", "terminate");
    removal.inputs = build.inputs;
    plan::Activity& last = add_activity(removal, "a", "terminate");
    last.loops = true;
    add_step(last, "delete", invoke("delete", "show.sh", arguments));
    add_step(last, "remove", plan::Record{plan::Record::What::remove, {}, {}, "", ""});
    bench.install(removal);
  }
  Workbench bench;
};

TEST_F(ShellRemembers, TheInputsOfTheBuildUntilAllIsGone) {
  ASSERT_EQ(bench.run("build", {"--input", "port=1"}).exit_code, 0);
  const Result removed = bench.run("terminate");
  EXPECT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(removed.err.find("Inputs of an earlier run are used: port (--no-remembered-inputs leaves them out)\n"), 0u)
      << removed.err;
  EXPECT_EQ(bench.trace(), "1 here\n1 here\n");
  EXPECT_FALSE(bench.has_state("inputs"));
  EXPECT_EQ(bench.run("build").exit_code, 2);
}

TEST_F(ShellRemembers, ButWhatIsGivenWins) {
  ASSERT_EQ(bench.run("build", {"--input", "port=1", "--input", "host=there"}).exit_code, 0);
  EXPECT_EQ(bench.run("terminate", {"--no-remembered-inputs"}).exit_code, 2);
  EXPECT_EQ(bench.run("terminate", {"--input", "port=2"}).exit_code, 0);
  EXPECT_EQ(bench.trace(), "1 there\n2 there\n");
}

TEST_F(ShellRemembers, AndWhatIsRememberedIsCheckedToo) {
  ASSERT_EQ(bench.run("build", {"--input", "port=1"}).exit_code, 0);
  bench.folder().write("state/inputs/port", "one");
  const Result refused = bench.run("terminate");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("the input port: 'one' is no integer"), std::string::npos) << refused.err;
}

TEST_F(ShellRemembers, NotWhichInstanceWasMeant) {
  plan::Plan scale = new_plan("scale-out", "scale-out");
  scale.inputs = {{"which", "string", true, {}, false, ""}};
  add_step(add_activity(scale, "a", "select"), "choose",
           plan::Select{plan::Select::Mode::strategic, "UserProvided", {}, "which"});
  bench.install(scale);
  ASSERT_EQ(bench.run("build", {"--input", "port=1"}).exit_code, 0);
  EXPECT_EQ(bench.run("scale-out", {"--input", "which=1"}).exit_code, 0);
  const Result again = bench.run("scale-out");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("inputs without a value: which"), std::string::npos) << again.err;
}

}  // namespace

}  // namespace planbuilder::testing
