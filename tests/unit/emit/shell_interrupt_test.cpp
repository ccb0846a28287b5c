// What happens when a run is killed, interrupted, or met by another one.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

/// Three activities in a row; the second waits until `$TRACE.go` is there (or the test is gone).
class ShellInterrupt : public ::testing::Test {
 protected:
  ShellInterrupt() {
    plan::Plan plan = new_plan("build", "build");
    for (const char* node : {"a", "b", "c"}) add_provision(plan, node, "wait.sh");
    add_edge(plan, "a/provision", "b/provision");
    add_edge(plan, "b/provision", "c/provision");
    bench.script("wait.sh", R"(echo "start $PLANBUILDER_NODE" >>"$TRACE"
if [[ $PLANBUILDER_NODE == b ]]; then
  echo "$$" >"$TRACE.pid"
  while [[ ! -e $TRACE.go && -e $TRACE ]]; do sleep 0.05; done
fi
echo "end $PLANBUILDER_NODE" >>"$TRACE"
)");
    bench.install(plan);
  }

  /// Starts the plan as $plan, runs `commands` when b is under way, and prints what the plan ended with.
  [[nodiscard]] Result meanwhile(const std::string& commands) const {
    return testing::run({"env", "--default-signal=INT", "bash", "-c",  // who runs tests in the background ignores it
                         "set -m\n"                                    // without it, SIGINT would be ignored from the start
                         "\"$0\" >plan.out 2>&1 & plan=$!\nset +m\n"
                         "while [[ ! -s $TRACE.pid ]]; do sleep 0.02; done\n" +
                             commands + "\nwait \"$plan\"; echo \"ended $?\"\n",
                         bench.command("build").front()},
                        bench.options());
  }

  Workbench bench;
};

TEST_F(ShellInterrupt, AStepThatOutlivesAKilledRunIsWaitedForAndNotDoubled) {
  const Result result = meanwhile(
      "kill -KILL $plan; wait $plan 2>/dev/null\n"
      "\"$0\" resume 2>resume.err & resumed=$!\n"
      "until grep -q 'Waiting for steps that a killed run left behind' resume.err; do sleep 0.02; done\n"
      "cat \"$TRACE\"; touch $TRACE.go; wait $resumed; echo resumed $?");
  EXPECT_NE(result.out.find("start b\nresumed 0\nended 137\n"), std::string::npos) << result.out << result.err;
  EXPECT_EQ(bench.trace(), "start a\nend a\nstart b\nend b\nstart c\nend c\n");
  EXPECT_EQ(bench.state("instances/nodes/b/1/run"), "1");
  EXPECT_FALSE(bench.has_state("instances/nodes/b/2"));
}

TEST_F(ShellInterrupt, AStepThatDiedWithTheRunRunsAgain) {
  const Result result = meanwhile(
      "kill -KILL $plan; wait $plan 2>/dev/null\n"
      "kill -KILL $(cat $TRACE.pid); touch $TRACE.go\n"
      "\"$0\" resume; echo resumed $?");
  EXPECT_NE(result.out.find("resumed 0"), std::string::npos) << result.out << result.err;
  EXPECT_EQ(bench.trace(), "start a\nend a\nstart b\nstart b\nend b\nstart c\nend c\n");
}

/// Nobody lets b go on: neither the plan nor b would end by itself.
TEST_F(ShellInterrupt, TermAndIntStopEverything) {
  for (const auto& [signal, code] : {std::pair("TERM", "143"), std::pair("INT", "130")}) {
    const Result result = meanwhile("kill -" + std::string(signal) + " $plan; wait $plan; echo stopped $?\n" +
                                    "while kill -0 $(cat $TRACE.pid) 2>/dev/null; do sleep 0.02; done\n" +
                                    "\"$0\" abandon && rm -rf state $TRACE.pid");
    EXPECT_EQ(result.out, std::string("stopped ") + code + "\nended " + code + "\n") << result.err;
    EXPECT_EQ(bench.trace().find("end b"), std::string::npos) << bench.trace();
  }
}

TEST_F(ShellInterrupt, ASecondRunIsRefused) {
  const Result result = meanwhile("\"$0\"; echo second $?; \"$0\" resume; echo resume $?; touch $TRACE.go");
  EXPECT_EQ(result.out, "second 3\nresume 3\nended 0\n") << result.err;
  EXPECT_NE(result.err.find("is working on"), std::string::npos) << result.err;
}

TEST_F(ShellInterrupt, AnotherVersionOfThePlanIsNotResumed) {
  const Result result =
      meanwhile("kill -TERM $plan; wait $plan; sed -i 's/^# Digest/# digest/' \"$0\"; \"$0\" resume; echo resumed $?");
  EXPECT_NE(result.out.find("resumed 3"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find("another version of this plan"), std::string::npos) << result.err;
}

/// Killed again and again at all kinds of moments, the last step being under way at the latest: in the end every step is recorded
/// once.
TEST_F(ShellInterrupt, SurvivesManyKills) {
  plan::Plan plan = new_plan("many", "build");
  for (int i = 0; i < 12; ++i) add_provision(plan, "n" + std::to_string(i), "quick.sh");
  for (std::size_t i = 1; i < 12; ++i) plan.edges.push_back({plan::ActivityId(i / 2), plan::ActivityId(i), false, {}});
  bench.script("quick.sh", R"(while [[ $PLANBUILDER_NODE == n11 && ! -e $TRACE.go && -e $TRACE ]]; do sleep 0.05; done
echo "$PLANBUILDER_INSTANCE" >>"$TRACE"
)");
  bench.install(plan);
  const Result result = testing::run({"bash", "-c", R"sh(
RANDOM=7 kills=0 command=run
while :; do
  "$0" $command >/dev/null 2>>plan.err & plan=$!
  if ((kills < 8)); then
    sleep "0.0$((RANDOM % 90 + 10))"
    kill -KILL $plan && kills=$((kills + 1))
  else
    touch $TRACE.go
  fi
  wait $plan 2>/dev/null; status=$? was=$command
  [[ -d state/runs/1 ]] && command=resume
  # A program that the killed run had started may make the folder of the run later: then this one was refused.
  [[ $status == 137 || "$status $was $command" == '3 run resume' ]] || break
done
echo "$status $kills")sh",
                                      bench.command("many").front()},
                                     bench.options());
  EXPECT_EQ(result.out, "0 8\n") << read_file(bench.folder() / "plan.err");
  const std::string journal = bench.state("runs/1/journal");
  for (int i = 0; i < 12; ++i) {
    const std::string node = "n" + std::to_string(i);
    for (const char* step : {"record", "create"}) {
      const std::string line = "done\t" + node + "_provision_" + step + "\t";
      EXPECT_NE(journal.find(line), std::string::npos) << line;
      EXPECT_EQ(journal.find(line), journal.rfind(line)) << line;
    }
    EXPECT_NE(bench.trace().find(node + "/1\n"), std::string::npos) << node;
    EXPECT_EQ(bench.trace().find(node + "/2\n"), std::string::npos) << node;
  }
}

/// A journal that was cut in the middle of a line.
TEST_F(ShellInterrupt, ACutLineIsNoRecord) {
  bench.folder().write("trace.go", "");
  ASSERT_EQ(bench.run("build").exit_code, 0);
  std::string journal = bench.state("runs/1/journal");
  journal.resize(journal.find("done\tc_provision_create") + 12);
  bench.folder().write("state/runs/1/journal", journal);
  const Result result = bench.run("build", {"resume"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "start a\nend a\nstart b\nend b\nstart c\nend c\nstart c\nend c\n");
}

}  // namespace

}  // namespace planbuilder::testing
