// Failure branches, guards and policies of single activities, as the shell runs them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using nlohmann::json;

/// The nodes whose operation fails are in BROKEN, with spaces around.
constexpr const char* branch_script = R"(echo "$PLANBUILDER_OPERATION $PLANBUILDER_NODE" >>"$TRACE"
[[ ${BROKEN-} != *" $PLANBUILDER_NODE "* ]] || exit 5
[[ ${BROKEN-} != *" $PLANBUILDER_OPERATION-$PLANBUILDER_NODE "* ]] || exit 6
)";

/// The step `try` of the workflow has the parts a and b. After its failure comes mend, then last; after its success next.
plan::Plan branching() {
  plan::Plan plan = new_plan("build", "build");
  for (const std::string node : {"a", "b", "mend", "next", "last"}) {
    add_provision(plan, node, "x.sh").steps.back().undo = invoke("delete", "x.sh");
  }
  add_failure_edge(plan, "a/provision", "mend/provision", "try");
  add_failure_edge(plan, "b/provision", "mend/provision", "try");
  add_edge(plan, "a/provision", "next/provision");
  add_edge(plan, "b/provision", "next/provision");
  add_edge(plan, "mend/provision", "last/provision");
  return plan;
}

class ShellBranches : public ::testing::Test {
 protected:
  ShellBranches() {
    bench.script("x.sh", branch_script);
    bench.install(plan);
  }

  Result run(std::vector<std::string> arguments, const std::string& broken = "") const {
    return bench.run_broken(std::move(arguments), broken.empty() ? "" : " " + broken + " ");
  }

  /// What ran since it was asked last, by operation and node, sorted: what runs side by side has no order.
  std::string ran() const {
    std::istringstream lines(bench.trace());
    std::multiset<std::string> all;
    for (std::string line; std::getline(lines, line);) all.insert(line);
    std::filesystem::remove(bench.folder() / "trace");
    std::string text;
    for (const std::string& line : all) text += (text.empty() ? "" : ", ") + line;
    return text;
  }

  json steps_of_run() const { return json::parse(run({"status", "--json"}).out)["runs"][0]["steps"]; }

  void forget_in_journal(const std::string& word) const {
    std::istringstream lines(bench.state("runs/1/journal"));
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with(word + "\t")) kept += line + "\n";
    }
    bench.folder().write("state/runs/1/journal", kept);
  }

  plan::Plan plan = branching();
  Workbench bench;
};

TEST_F(ShellBranches, AreNotTakenWithoutAFailure) {
  const Result result = run({});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ran(), "create a, create b, create next");
  EXPECT_NE(result.err.find("Not taken: 2 activities"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("build finished: 6 steps"), std::string::npos) << result.err;
  EXPECT_EQ(steps_of_run(), (json{{"done", 6}, {"failed", json::array()}, {"not_taken", 2}, {"left", 0}}));
  EXPECT_NE(run({"status"}).out.find("  not taken: 2 activities\n"), std::string::npos);
}

TEST_F(ShellBranches, AreTakenWhenAllCameToRest) {
  for (const std::string broken : {"a", "b", "a b"}) {
    const Result result = run({"--state", bench.folder() / broken}, broken);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(ran(), "create a, create b, create last, create mend");
    EXPECT_NE(result.err.find("Not taken: 1 activity"), std::string::npos) << result.err;
  }
  const Result result = run({}, "b");
  EXPECT_NE(result.err.find("The plan went on after the failure of: b/provision"), std::string::npos) << result.err;
  EXPECT_EQ(steps_of_run(),
            (json{{"done", 7}, {"failed", json::array()}, {"handled", {"b/provision/create"}}, {"not_taken", 1}, {"left", 0}}));
}

TEST_F(ShellBranches, AHandledFailureIsFinal) {
  EXPECT_EQ(run({}, "a mend").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create b, create mend");
  EXPECT_EQ(steps_of_run(), (json{{"done", 4},
                                  {"failed", {"mend/provision/create"}},
                                  {"handled", {"a/provision/create"}},
                                  {"not_taken", 1},
                                  {"left", 2}}));
  const Result resumed = run({"resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(ran(), "create last, create mend");
  EXPECT_NE(resumed.err.find("The plan went on after the failure of: a/provision"), std::string::npos) << resumed.err;
  EXPECT_NE(resumed.err.find("Not taken: 1 activity"), std::string::npos) << resumed.err;
}

TEST_F(ShellBranches, AFailureThatNobodyHandledIsTriedAgain) {
  EXPECT_EQ(run({}, "a mend").exit_code, 1);
  forget_in_journal("handled");  // the run was killed before
  ran();
  EXPECT_EQ(run({"resume"}).exit_code, 0);
  EXPECT_EQ(ran(), "create a, create next");
}

TEST_F(ShellBranches, AreTakenBackWithAllThatWasDone) {
  const Result result = run({"--undo-on-failure"}, "a mend");
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(ran(), "create a, create b, create mend, delete b");
  EXPECT_FALSE(bench.has_state("instances/nodes/a/1"));
}

TEST_F(ShellBranches, AnInverseThatFailsHasNone) {
  const Result result = run({"--undo-on-failure"}, "a mend delete-b");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NE(result.err.find("could not be taken back"), std::string::npos) << result.err;
}

TEST_F(ShellBranches, WhatWaitsForASuccessIsNotTakenAfterAFailure) {
  add_provision(plan, "alone", "x.sh");
  add_edge(plan, "b/provision", "alone/provision");
  bench.install(plan);
  const Result result = run({"--json-log", bench.folder() / "log"}, "b alone");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ran(), "create a, create b, create last, create mend");
  EXPECT_NE(read_file(bench.folder() / "log").find(R"({"event":"handled","plan":"build","run":1,"step":"b/provision/create")"),
            std::string::npos);
}

TEST_F(ShellBranches, KeepGoingDecidesWhatDoesNotWaitForTheOtherFailure) {
  add_provision(plan, "alone", "x.sh");
  bench.install(plan);
  EXPECT_EQ(run({"--keep-going"}, "b alone").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create alone, create b, create last, create mend");
  EXPECT_EQ(run({"resume"}).exit_code, 0);
  EXPECT_EQ(ran(), "create alone");
}

TEST_F(ShellBranches, NeedAFailureOfEachStep) {
  add_provision(plan, "both", "x.sh");
  add_failure_edge(plan, "a/provision", "both/provision", "one");
  add_failure_edge(plan, "b/provision", "both/provision", "two");
  bench.install(plan);
  EXPECT_EQ(run({"--state", bench.folder() / "one"}, "a").exit_code, 0);
  EXPECT_EQ(ran().find("both"), std::string::npos);
  EXPECT_EQ(run({}, "a b").exit_code, 0);
  EXPECT_NE(ran().find("both"), std::string::npos);
}

TEST_F(ShellBranches, AreNoneOfWhatHealCallsAgain) {
  add_step(add_activity(plan, "a", "rescue"), "rescue", invoke("rescue", "x.sh"));
  add_failure_edge(plan, "a/provision", "a/rescue", "try");
  bench.install(plan);
  ASSERT_EQ(run({}).exit_code, 0);
  ran();
  EXPECT_EQ(run({"heal", "a"}).exit_code, 0);
  EXPECT_EQ(ran(), "create a, delete a");
}

TEST_F(ShellBranches, ArePartsLikeOthers) {
  const Result only = run({"--only", "mend/provision"});
  EXPECT_EQ(only.exit_code, 0) << only.err;
  EXPECT_EQ(ran(), "create mend");
  EXPECT_EQ(run({"--from", "a/provision", "--state", bench.folder() / "from"}).exit_code, 3);  // next needs b
}

TEST_F(ShellBranches, AreShown) {
  EXPECT_NE(run({"--list"}).out.find("mend/provision\n  after the failure of try: a/provision b/provision\n"), std::string::npos);
  const std::string waves = run({"--dry-run"}).out;
  EXPECT_NE(waves.find("  mend/provision\n      only after the failure of try: a/provision b/provision\n"), std::string::npos)
      << waves;
  EXPECT_LT(waves.find("wave 2"), waves.find("  mend/provision")) << waves;
}

TEST_F(ShellBranches, EnginesGoOnAfterWhatTheyGaveUp) {
  ASSERT_EQ(run({"begin"}).exit_code, 0);
  const auto step = [&](const std::string& node, const std::string& broken = "") {
    return run({"step", node + "/provision/record", node + "/provision/create"}, broken).exit_code;
  };
  EXPECT_EQ(step("a", "a"), 1);
  EXPECT_EQ(step("b"), 0);
  EXPECT_EQ(run({"finish"}).exit_code, 3);
  for (int times = 0; times < 2; ++times) EXPECT_EQ(run({"failed", "a/provision"}).exit_code, 0);
  EXPECT_EQ(count(bench.state("runs/1/journal"), "handled\ta_provision_record a_provision_create\n"), 1U);
  EXPECT_EQ(step("a"), 3);  // it is final
  const Result early = run({"finish"});
  EXPECT_EQ(early.exit_code, 3);
  EXPECT_NE(early.err.find("mend/provision is not done"), std::string::npos) << early.err;
  EXPECT_EQ(step("mend"), 0);
  EXPECT_EQ(step("last"), 0);
  const Result finished = run({"finish"});
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(steps_of_run()["not_taken"], 1);
}

// --- policies of single activities ---

class ShellPolicies : public ShellBranches {
 protected:
  ShellPolicies() {
    plan = new_plan("build", "build");
    add_provision(plan, "a", "x.sh").steps.back().undo = invoke("delete", "x.sh");
    add_provision(plan, "b", "x.sh");
    add_edge(plan, "a/provision", "b/provision");
  }

  void install(plan::Failure of_plan, plan::Failure of_b) {
    plan.failure = of_plan;
    plan.activities[plan::ActivityId(1)].failure = of_b;
    bench.install(plan);
  }
};

using Policy = plan::Failure::Policy;

TEST_F(ShellPolicies, StopWhereThePlanUndoes) {
  install({Policy::undo}, {Policy::stop});
  EXPECT_EQ(run({}, "b").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create b");
  EXPECT_EQ(run({"abandon"}).exit_code, 0);
  EXPECT_EQ(run({"--state", bench.folder() / "other"}, "a").exit_code, 4);
  EXPECT_EQ(run({"--state", bench.folder() / "told", "--undo-on-failure"}, "b").exit_code, 4);
}

TEST_F(ShellPolicies, UndoWhereThePlanStops) {
  install({Policy::stop}, {Policy::undo});
  EXPECT_EQ(run({}, "b").exit_code, 4);
  EXPECT_EQ(ran(), "create a, create b, delete a");
  EXPECT_EQ(run({"--state", bench.folder() / "other", "--stop-on-failure"}, "b").exit_code, 1);
}

TEST_F(ShellPolicies, RetryOnTheirOwn) {
  install({Policy::stop}, {Policy::retry, 1});
  EXPECT_EQ(run({}, "b").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create b, create b");
  EXPECT_EQ(run({"step", "b/provision/create"}, "b").exit_code, 1);
  EXPECT_EQ(ran(), "create b, create b");
  EXPECT_EQ(run({"step", "b/provision/create", "--retry", "0"}, "b").exit_code, 1);
  EXPECT_EQ(ran(), "create b");
}

TEST_F(ShellPolicies, OthersDoAsThePlanSays) {
  install({Policy::retry, 1}, {Policy::stop});
  EXPECT_EQ(run({}, "b").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create b");
  EXPECT_EQ(run({"--state", bench.folder() / "other"}, "a").exit_code, 1);
  EXPECT_EQ(ran(), "create a, create a");
}

// --- the guard ---

class ShellGuardTest : public ShellPolicies {
 protected:
  ShellGuardTest() {
    plan.inputs = {{"go", "string", false, text("yes"), false, ""}};
    bench.install(plan);
  }

  /// A plan that needs the guard, beside the one that builds.
  void guard_with(const plan::Expression& guard) {
    plan::Plan guarded = new_plan("check", "workflow");
    guarded.inputs = plan.inputs;
    guarded.guard = guard;
    plan::Activity& activity = add_activity(guarded, "a", "check");
    activity.loops = true;
    add_step(activity, "check", invoke("check", "x.sh"));
    bench.install(guarded);
  }

  Result check(const std::vector<std::string>& arguments = {}) const { return bench.run("check", arguments); }
};

plan::Expression state_is(const std::string& node, const std::string& state) {
  return call("equal", {call_of("get_attribute", {"node", node, "state"}), text(state)});
}

TEST_F(ShellGuardTest, IsAskedBeforeAnythingBegins) {
  guard_with(call("and", {call("equal", {call_of("get_input", {"go"}), text("yes")}), state_is("a", "started")}));
  ASSERT_EQ(run({}).exit_code, 0);
  const Result refused = check();
  EXPECT_EQ(refused.exit_code, 3) << refused.err;
  EXPECT_NE(refused.err.find("this plan does not run now: it asks for state of a = started, which does not hold (node a/1)"),
            std::string::npos)
      << refused.err;
  EXPECT_FALSE(bench.has_state("runs/2"));
  EXPECT_EQ(check({"begin"}).exit_code, 3);
  EXPECT_EQ(check({"--dry-run"}).exit_code, 3);
  EXPECT_EQ(check({"--only", "a/check"}).exit_code, 3);
  EXPECT_NE(check({"--help"}).out.find("\nRuns only if:\n  input go = yes\n  state of a = started\n"), std::string::npos);
  bench.folder().write("state/instances/nodes/a/1/state", "started");
  EXPECT_EQ(check({"--input", "go=no"}).exit_code, 3);
  const Result held = check();
  EXPECT_EQ(held.exit_code, 0) << held.err;
}

TEST_F(ShellGuardTest, MustHoldForEachInstance) {
  guard_with(state_is("a", "started"));
  ASSERT_EQ(run({}).exit_code, 0);
  bench.folder().write("state/instances/nodes/a/1/state", "started");
  bench.folder().write("state/instances/nodes/a/2/run", "1");
  bench.folder().write("state/instances/nodes/a/2/state", "stopped");
  const Result refused = check();
  EXPECT_NE(refused.err.find("does not hold (node a/2)"), std::string::npos) << refused.err;
  bench.folder().write("state/instances/nodes/a/2/state", "started");
  EXPECT_EQ(check().exit_code, 0);
}

TEST_F(ShellGuardTest, WhatIsNotThereIsInItsInitialState) {
  guard_with(state_is("elsewhere", "initial"));
  ASSERT_EQ(run({}).exit_code, 0);
  EXPECT_EQ(check().exit_code, 0);
  guard_with(call("equal", {call_of("get_attribute", {"node", "elsewhere", "port"}), text("80")}));
  const Result refused = check();
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_NE(refused.err.find("node elsewhere has no instance"), std::string::npos) << refused.err;
}

}  // namespace

}  // namespace planbuilder::testing
