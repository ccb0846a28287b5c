// A run that failed is taken back: inverse operations, the last first.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

constexpr const char* undo_script = R"(echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE ${port-}" >>"$TRACE"
[[ "$PLANBUILDER_OPERATION $PLANBUILDER_NODE" != "${BROKEN-}" ]] || exit 5
)";

/// a before b before c; each is created (inverse: delete), configured (no inverse) and started (inverse: stop).
class ShellUndo : public ::testing::Test {
 protected:
  ShellUndo() {
    for (const std::string node : {"a", "b", "c"}) {
      plan::Activity& activity = add_activity(plan, node, "provision");
      add_step(activity, "record", plan::Record{plan::Record::What::create, {{"port", text("80" + node), false}}, {}, "", ""});
      add_step(activity, "create", invoke("create", "x.sh"));
      activity.steps.back().undo = invoke("delete", "x.sh", {{"port", call_of("get_property", {"node", node, "port"}), false}});
      add_step(activity, "configure", invoke("configure", "x.sh"));
      add_step(activity, "start", invoke("start", "x.sh"));
      activity.steps.back().undo = invoke("stop", "x.sh");
    }
    add_edge(plan, "a/provision", "b/provision");
    add_edge(plan, "b/provision", "c/provision");
    bench.script("x.sh", undo_script);
    bench.install(plan);
  }

  void install(plan::Failure failure) {
    plan.failure = failure;
    bench.install(plan);
  }

  Result run(std::vector<std::string> arguments, const std::string& broken = "") const {
    return bench.run_broken(std::move(arguments), broken);
  }

  plan::Plan plan = new_plan("build", "build");
  Workbench bench;
};

TEST_F(ShellUndo, IsWhatThePlanSaysUnlessTheRunDoes) {
  install({plan::Failure::Policy::undo});
  EXPECT_EQ(run({"--stop-on-failure"}, "configure b").exit_code, 1);
  EXPECT_TRUE(bench.has_state("instances/nodes/a"));
  ASSERT_EQ(run({"abandon"}).exit_code, 0);
  const Result undone = run({"--state", bench.folder() / "other"}, "configure b");
  EXPECT_EQ(undone.exit_code, 4) << undone.err;
  EXPECT_NE(run({"--help"}).out.find("(as this plan does by itself)"), std::string::npos);
}

TEST_F(ShellUndo, RetriesAsThePlanSaysUnlessTheRunDoes) {
  install({plan::Failure::Policy::retry, 1});
  EXPECT_EQ(run({"--retry", "0"}, "create a").exit_code, 1);
  EXPECT_EQ(bench.trace(), "create a/1 \n");
  ASSERT_EQ(run({"abandon"}).exit_code, 0);
  EXPECT_EQ(run({"--state", bench.folder() / "other"}, "create a").exit_code, 1);
  EXPECT_EQ(bench.trace(), "create a/1 \ncreate a/1 \ncreate a/1 \n");
}

TEST_F(ShellUndo, TakesBackInReverseOrder) {
  const Result result = run({"--undo-on-failure"}, "configure b");
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(bench.trace(),
            "create a/1 \nconfigure a/1 \nstart a/1 \ncreate b/1 \nconfigure b/1 \n"
            "delete b/1 80b\nstop a/1 \ndelete a/1 80a\n");
  EXPECT_FALSE(bench.has_state("instances/nodes/a"));
  EXPECT_FALSE(bench.has_state("instances/nodes/b"));
  EXPECT_NE(result.err.find("build was taken back: 5 steps undone."), std::string::npos) << result.err;
  EXPECT_EQ(run({"resume"}).exit_code, 3);  // that run is over
  EXPECT_EQ(run({}).exit_code, 0);
}

TEST_F(ShellUndo, GoesOnWhereItFailed) {
  RunOptions options = bench.options();
  bench.script("x.sh", std::string(undo_script) + "[[ $PLANBUILDER_OPERATION != stop || -e $TRACE.repaired ]] || exit 6\n");
  const Result failed = run({"--undo-on-failure"}, "configure b");
  EXPECT_EQ(failed.exit_code, 1) << failed.err;
  EXPECT_NE(failed.err.find("build could not be taken back"), std::string::npos) << failed.err;
  EXPECT_EQ(run({}).exit_code, 3);
  bench.folder().write("trace.repaired", "");
  bench.folder().write("trace", "");
  const Result resumed = run({"resume"});
  EXPECT_EQ(resumed.exit_code, 4) << resumed.err;
  EXPECT_EQ(bench.trace(), "stop a/1 \ndelete a/1 80a\n");
}

TEST_F(ShellUndo, WithoutItNothingIsTakenBack) {
  EXPECT_EQ(run({}, "configure b").exit_code, 1);
  EXPECT_EQ(bench.trace().find("delete"), std::string::npos);
  EXPECT_EQ(run({"resume"}).exit_code, 0);
}

}  // namespace

}  // namespace planbuilder::testing
