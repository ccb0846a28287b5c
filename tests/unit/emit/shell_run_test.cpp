// Generated scripts, really run: order, overlap, failure, resume.
#include <gtest/gtest.h>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

constexpr const char* traced_script = R"(echo "start $PLANBUILDER_NODE" >>"$TRACE"
echo "end $PLANBUILDER_NODE" >>"$TRACE"
)";

/// b and c wait for each other.
constexpr const char* overlapping_script = R"(echo "start $PLANBUILDER_NODE" >>"$TRACE"
if [[ $PLANBUILDER_NODE == [bc] ]]; then
  until grep -q "start b" "$TRACE" && grep -q "start c" "$TRACE"; do sleep 0.02; done
fi
echo "end $PLANBUILDER_NODE" >>"$TRACE"
)";

plan::Plan diamond() {
  plan::Plan plan = new_plan("build", "build");
  for (const char* node : {"a", "b", "c", "d"}) add_provision(plan, node, "x.sh");
  add_edge(plan, "a/provision", "b/provision");
  add_edge(plan, "a/provision", "c/provision");
  add_edge(plan, "a/provision", "d/provision", true);
  add_edge(plan, "b/provision", "d/provision");
  add_edge(plan, "c/provision", "d/provision");
  return plan;
}

TEST(ShellRun, DiamondKeepsTheOrderAndOverlaps) {
  Workbench bench;
  bench.script("x.sh", overlapping_script);
  bench.install(diamond());
  const Result result = bench.run("build");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string trace = bench.trace();
  EXPECT_EQ(trace.substr(0, 14), "start a\nend a\n");
  EXPECT_EQ(trace.substr(trace.size() - 14), "start d\nend d\n");
  EXPECT_NE(result.err.find("[8/8]"), std::string::npos) << result.err;
  EXPECT_NE(bench.run("build", {"status"}).out.find("node d/1: initial\n"), std::string::npos);
}

TEST(ShellRun, OneJobIsStrictlySequential) {
  Workbench bench;
  bench.script("x.sh", traced_script);
  bench.install(diamond());
  ASSERT_EQ(bench.run("build", {"--jobs", "1"}).exit_code, 0);
  EXPECT_EQ(bench.trace(), "start a\nend a\nstart b\nend b\nstart c\nend c\nstart d\nend d\n");
}

TEST(ShellRun, FailureStopsAndResumeGoesOn) {
  Workbench bench;
  bench.script("x.sh", R"(echo "$PLANBUILDER_NODE" >>"$TRACE"
[[ $PLANBUILDER_NODE != b || -e $TRACE.repaired ]] || { echo "no luck"; exit 7; }
)");
  bench.install(diamond());
  const Result failed = bench.run("build");
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.err.find("Failed: b/provision/create"), std::string::npos) << failed.err;
  EXPECT_NE(failed.err.find("no luck"), std::string::npos);
  EXPECT_NE(failed.err.find("exit code 7"), std::string::npos);
  EXPECT_NE(failed.err.find("logs/b_provision_create.log"), std::string::npos);
  EXPECT_EQ(bench.trace().find('d'), std::string::npos);

  const Result refused = bench.run("build");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.err.find("resume"), std::string::npos);

  bench.folder().write("trace.repaired", "");
  const Result resumed = bench.run("build", {"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(count(bench.trace(), "a\n"), 1U);
  EXPECT_EQ(count(bench.trace(), "b\n"), 2U);
  EXPECT_EQ(count(bench.trace(), "c\n"), 1U);
  EXPECT_EQ(count(bench.trace(), "d\n"), 1U);
  EXPECT_EQ(bench.run("build", {"resume"}).exit_code, 3);
  const Result again = bench.run("build");
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_NE(again.err.find("built already"), std::string::npos);
}

}  // namespace

}  // namespace planbuilder::testing
