// Options of a run: parts of the plan, going on after failures, retries, limits, the log as JSON.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

constexpr const char* options_script = R"(echo "$PLANBUILDER_NODE" >>"$TRACE"
[[ $PLANBUILDER_NODE != "${BROKEN-}" ]] || { echo no luck; exit 5; }
)";

/// a before b and c; b before d.
class ShellOptions : public ::testing::Test {
 protected:
  ShellOptions() {
    plan::Plan plan = new_plan("build", "build");
    for (const char* node : {"a", "b", "c", "d"}) add_provision(plan, node, "x.sh");
    add_edge(plan, "a/provision", "b/provision");
    add_edge(plan, "a/provision", "c/provision");
    add_edge(plan, "b/provision", "d/provision");
    bench.script("x.sh", options_script);
    bench.install(plan);
  }

  /// Runs it with the operation of one node failing; the trace, sorted by nothing.
  Result run(std::vector<std::string> arguments, const std::string& broken = "") const {
    return bench.run_broken(std::move(arguments), broken);
  }

  Workbench bench;
};

TEST_F(ShellOptions, KeepGoingRunsWhatDoesNotDependOnAFailure) {
  const Result result = run({"--keep-going", "--jobs", "1"}, "b");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(bench.trace(), "a\nb\nc\n");
  EXPECT_NE(result.err.find("build failed: 5 of 8 steps done, 3 not."), std::string::npos) << result.err;
}

TEST_F(ShellOptions, RetriesAsOftenAsAllowed) {
  bench.script("x.sh", "echo x >>\"$TRACE\"; [[ $(wc -l <\"$TRACE\") -gt 1 ]] || exit 9\n");
  const Result result = run({"--retry", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(bench.state("runs/1/logs/a_provision_create.log").find("exit code 9; trying again in 1 s (1 of 1)"),
            std::string::npos);
  EXPECT_EQ(bench.trace(), "x\nx\nx\nx\nx\n");
}

TEST_F(ShellOptions, LimitsTheTimeOfOperations) {
  bench.script("x.sh", "sleep 1000\n");
  const Result result = run({"--timeout", "1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("x.sh took longer than 1 s"), std::string::npos) << result.err;
}

TEST_F(ShellOptions, OnlyOneStepRunsAgainstWhatIsThere) {
  ASSERT_EQ(run({}).exit_code, 0);
  bench.folder().write("trace", "");
  const Result only = run({"--only", "b/provision/create"});
  EXPECT_EQ(only.exit_code, 0) << only.err;
  EXPECT_EQ(bench.trace(), "b\n");
  EXPECT_FALSE(bench.has_state("instances/nodes/b/2"));
  EXPECT_EQ(run({"--only", "b/provision/nonsense"}).exit_code, 2);
}

TEST_F(ShellOptions, FromRunsAllThatComesAfter) {
  ASSERT_EQ(run({}).exit_code, 0);
  bench.folder().write("trace", "");
  EXPECT_EQ(run({"--from", "b/provision/create", "--dry-run"}).out,
            "wave 1\n  a/provision\nwave 2\n  b/provision\n      invoke   Standard.create: bash x.sh\n  c/provision\nwave 3\n"
            "  d/provision\n      record   keep the instance of node d\n      invoke   Standard.create: bash x.sh\n"
            "Dry run: 4 activities, 3 steps; nothing was done.\n");
  const Result from = run({"--from", "b/provision/create"}, "d");
  EXPECT_EQ(from.exit_code, 1) << from.err;
  EXPECT_EQ(bench.trace(), "b\nd\n");
  const Result resumed = run({"resume"});  // knows its part
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(bench.trace(), "b\nd\nd\n");
  EXPECT_FALSE(bench.has_state("instances/nodes/d/2"));
}

TEST_F(ShellOptions, LogsStartsAndEndsAsJson) {
  ASSERT_EQ(run({"--json-log", "log.json", "--jobs", "1"}, "c").exit_code, 1);
  const std::string log = read_file(bench.folder() / "log.json");
  EXPECT_EQ(log.find(R"({"event":"start","plan":"build","run":1,"step":"a/provision/record","instance":null,"time":)"), 0U)
      << log;
  EXPECT_NE(log.find(R"({"event":"done","plan":"build","run":1,"step":"b/provision/create","instance":null,"time":)"),
            std::string::npos)
      << log;
  EXPECT_NE(log.find(R"({"event":"failed","plan":"build","run":1,"step":"c/provision/create")"), std::string::npos) << log;
  EXPECT_NE(log.find(R"(,"status":1})"), std::string::npos) << log;
}

TEST_F(ShellOptions, WhatTheModelWantsAfterAFailureIsDone) {
  plan::Plan plan = new_plan("build", "build");
  plan::Activity& activity = add_provision(plan, "a", "x.sh");
  activity.on_failure.set = {{"state", text("failed"), false}, {"why", text("it's $(x)"), false}};
  activity.on_failure.emits = {"a_failed"};
  bench.install(plan);
  EXPECT_EQ(run({}, "a").exit_code, 1);
  EXPECT_EQ(bench.state("instances/nodes/a/1/state"), "failed");
  EXPECT_EQ(bench.state("instances/nodes/a/1/attribute.why"), "it's $(x)");
  EXPECT_EQ(bench.state("runs/1/events"), "a_failed\n");
  EXPECT_EQ(run({"resume"}).exit_code, 0);
}

TEST_F(ShellOptions, WhatHasAConditionIsDoneOnlyIfItHolds) {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"count", "integer", true, {}, false, ""}};
  const auto more_than = [](std::int64_t number) {
    return call("and", {call("greater_than", {call_of("get_input", {"count"}), plan::Expression{number}}),
                        call("not", {call("equal", {text("it's $(x)"), call_of("get_input", {"count"})})})});
  };
  add_provision(plan, "a", "x.sh").condition = more_than(2);
  add_provision(plan, "b", "x.sh").condition = more_than(10);
  add_provision(plan, "c", "x.sh");
  add_edge(plan, "a/provision", "b/provision");
  add_edge(plan, "b/provision", "c/provision");
  bench.install(plan);
  const Result failed = run({"--input", "count=9"}, "c");
  EXPECT_EQ(failed.exit_code, 1) << failed.err;
  EXPECT_EQ(bench.trace(), "a\nc\n");
  EXPECT_FALSE(bench.has_state("instances/nodes/b"));
  const Result resumed = run({"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(bench.trace(), "a\nc\nc\n");
}

TEST_F(ShellOptions, WrongValuesAreRefused) {
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--retry", "x"}, {"--timeout", "0"}, {"--from"}, {"--from", "a/provision", "--only", "b/provision"}}) {
    EXPECT_EQ(run(wrong).exit_code, 2) << wrong.front();
  }
  EXPECT_FALSE(bench.has_state(""));
}

TEST_F(ShellOptions, WhatChangedInThePlanIsSaid) {
  ASSERT_EQ(run({}, "b").exit_code, 1);
  plan::Plan other = new_plan("build", "build");
  other.service.digest = "sha256:4567";
  for (const char* node : {"a", "b", "e"}) add_provision(other, node, "x.sh");
  bench.install(other);
  const Result result = run({"resume"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.err.find("The topology was sha256:0123, and is sha256:4567."), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("Steps that are new: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("e_provision_create"), std::string::npos) << result.err;
}

}  // namespace

}  // namespace planbuilder::testing
