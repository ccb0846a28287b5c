// One operation: how its file is run, what it is given, what comes back.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

/// Runs one operation as node n's create.
Result run_one(const Workbench& bench, const plan::Invoke& operation) {
  plan::Plan plan = new_plan("build", "build");
  plan::Activity& activity = add_activity(plan, "n", "provision");
  add_step(activity, "record", plan::Record{});
  add_step(activity, "create", operation);
  bench.install(plan);
  return bench.run("build");
}

TEST(ShellInvoke, ChoosesTheInterpreter) {
  const std::string python = "import os\nopen(os.environ['TRACE'], 'a').write('python\\n')\n";
  for (const auto& [file, content, executable] : {std::tuple<std::string, std::string, bool>{"x.py", python, false},
                                                  {"plain", "#!/usr/bin/env python3\n" + python, false},
                                                  {"-n", "#!/usr/bin/env python3\n" + python, true},
                                                  {"x.sh", "[[ -n $BASH_VERSION ]] && echo python >>\"$TRACE\"\n", false}}) {
    const Workbench bench;
    bench.script("d e/" + file, content);
    if (executable) std::filesystem::permissions(bench.folder() / ("files/d e/" + file), std::filesystem::perms::owner_all);
    const Result result = run_one(bench, invoke("create", "d e/" + file));
    EXPECT_EQ(result.exit_code, 0) << file << result.err;
    EXPECT_EQ(bench.trace(), "python\n") << file;
  }
}

TEST(ShellInvoke, RunsBesideItsFileWithoutStandardInput) {
  const Workbench bench;
  bench.script("d/lib.sh", "echo library >>\"$TRACE\"\n");
  bench.script("d/x.sh", "source ./lib.sh; read -r line || echo nothing >>\"$TRACE\"\n");
  EXPECT_EQ(run_one(bench, invoke("create", "d/x.sh")).exit_code, 0);
  EXPECT_EQ(bench.trace(), "library\nnothing\n");
}

TEST(ShellInvoke, KeepsOutputs) {
  const Workbench bench;
  bench.script("x.sh", R"(printf 'a=1=2\nb<<END\nx\n\ny\nEND\nc=d<<e\nempty=\nlast=no newline' >"$PLANBUILDER_OUTPUTS")");
  plan::Invoke operation = invoke("create", "x.sh");
  operation.outputs = {{"b", {plan::Entity::Kind::node, "n"}, "bee"}};
  const Result result = run_one(bench, operation);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string instance = "instances/nodes/n/1/";
  EXPECT_EQ(bench.state(instance + "output.Standard.create.a"), "1=2");
  EXPECT_EQ(bench.state(instance + "output.Standard.create.c"), "d<<e");
  EXPECT_EQ(bench.state(instance + "output.Standard.create.empty"), "");
  EXPECT_EQ(bench.state(instance + "output.Standard.create.last"), "no newline");
  EXPECT_EQ(bench.state(instance + "attribute.bee"), "x\n\ny");
}

/// What is wrong is said.
TEST(ShellInvoke, Fails) {
  const auto error_of = [](const std::string& content, plan::Invoke operation) {
    const Workbench bench;
    bench.script("x.sh", content);
    const Result result = run_one(bench, operation);
    EXPECT_EQ(result.exit_code, 1) << result.err;
    return result.err;
  };
  plan::Invoke operation = invoke("create", "x.sh");
  EXPECT_NE(error_of("", invoke("create", "none.sh")).find("the file none.sh is not there"), std::string::npos);
  EXPECT_NE(error_of("kill -9 $$", operation).find("exit code 137"), std::string::npos);
  EXPECT_NE(error_of("echo nonsense >$PLANBUILDER_OUTPUTS", operation).find("cannot read the output line 'nonsense'"),
            std::string::npos);
  EXPECT_NE(error_of("echo 'a<<X' >$PLANBUILDER_OUTPUTS", operation).find("has no end"), std::string::npos);
  operation.outputs = {{"pid", {plan::Entity::Kind::node, "n"}, "pid"}};
  EXPECT_NE(error_of("", operation).find("the output 'pid' was neither written"), std::string::npos);
  operation.outputs.clear();
  operation.timeout = 1;
  EXPECT_NE(error_of("sleep 1000", operation).find("x.sh took longer than 1 s"), std::string::npos);
}

/// A process that a step leaves behind holds nothing.
TEST(ShellInvoke, DaemonsDoNotHoldTheLock) {
  const Workbench bench;
  bench.script("x.sh", "sleep 1000 & echo $! >\"$TRACE\"\n");
  ASSERT_EQ(run_one(bench, invoke("create", "x.sh")).exit_code, 0);
  const Result locked = testing::run({"flock", "-n", bench.folder() / "state/lock", "true"});
  EXPECT_EQ(locked.exit_code, 0);
  testing::run({"bash", "-c", "kill -0 $(cat \"$TRACE\") && kill $(cat \"$TRACE\")"}, bench.options());
}

}  // namespace

}  // namespace planbuilder::testing
