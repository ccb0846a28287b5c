// Plans whose order another engine keeps: it runs one step at a time, asks, and takes back.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using nlohmann::json;
using namespace std::string_literals;

const std::string hostile = "a'b\"c$(touch x)`y`\\ <&]]> \t\r\n-- é\n";

constexpr const char* engine_script = R"(echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" >>"$TRACE"
printf '%s' "${text-}" >"$TRACE.text"
printf '%s' "${INPUT_max_2Dclients-}" >"$TRACE.clients"
[[ "$PLANBUILDER_OPERATION $PLANBUILDER_NODE" != "${BROKEN-}" ]] || { echo "no luck"; exit 5; }
while [[ "$PLANBUILDER_OPERATION $PLANBUILDER_NODE" == "${WAITS-}" ]] && ! grep -q "$UNTIL" "$PLANBUILDER_STATE/runs/1/journal"; do
  sleep 0.05
done
printf 'got<<END\n%s\nEND\npid=77\n' "${text-}" >>"$PLANBUILDER_OUTPUTS"
)";

/// a before b: each is recorded, created (inverse: delete) and started (inverse: stop).
plan::Plan engine_build() {
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"text", "string", false, {}, false, ""}};
  for (const std::string node : {"a", "b"}) {
    plan::Activity& activity = add_activity(plan, node, "provision");
    add_step(activity, "record", plan::Record{plan::Record::What::create, {{"odd/na.me", text(hostile), false}}, {}, "", ""});
    add_step(activity, "create",
             invoke("create", "x.sh", {{"text", call_of("get_input", {"text"}), false}, {"max-clients", text("5"), false}}));
    auto& create = std::get<plan::Invoke>(activity.steps.back().action);
    create.outputs = {{"pid", {plan::Entity::Kind::node, "a"}, "pid"}};
    activity.steps.back().undo = invoke("delete", "x.sh");
    add_step(activity, "start", invoke("start", "x.sh"));
    activity.steps.back().undo = invoke("stop", "x.sh");
    activity.on_failure.set = {{"state", text("broken"), false}};
    activity.on_failure.emits = {node + "_broke"};
  }
  add_edge(plan, "a/provision", "b/provision");
  plan.outputs = {{"given", "string", call_of("get_input", {"text"}), ""}};
  return plan;
}

plan::Plan engine_terminate() {
  plan::Plan plan = new_plan("terminate", "terminate");
  plan::Activity& activity = add_activity(plan, "a", "terminate");
  activity.loops = true;
  add_step(activity, "delete", invoke("delete", "x.sh"));
  add_step(activity, "record", plan::Record{plan::Record::What::remove, {}, {}, "", ""});
  return plan;
}

class ShellEngine : public ::testing::Test {
 protected:
  ShellEngine() {
    bench.script("x.sh", engine_script);
    bench.install(engine_build());
    bench.install(engine_terminate());
  }

  Result plan(const std::string& name, const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
    std::vector<std::string> words = bench.command(name);
    words.insert(words.end(), arguments.begin(), arguments.end());
    RunOptions options = bench.options();
    options.environment.insert(options.environment.end(), environment.begin(), environment.end());
    return run(words, options);
  }

  /// What it printed; it must succeed.
  std::string done(const std::vector<std::string>& arguments, const std::string& name = "build") const {
    const Result result = plan(name, arguments);
    EXPECT_EQ(result.exit_code, 0) << arguments.front() << ": " << result.err;
    return result.out;
  }

  [[nodiscard]] bool traced(const std::string& line) const { return bench.trace().find(line) != std::string::npos; }

  /// Creates a in another process, which ends with this exit code, but not before the journal has this line. Returns when it
  /// runs.
  [[nodiscard]] std::jthread create_until(const std::string& line, int exit_code) const {
    std::jthread creating([this, line, exit_code] {
      EXPECT_EQ(plan("build", {"step", "a/provision/create"}, {{"WAITS", "create a"}, {"UNTIL", line}}).exit_code, exit_code);
      over = true;
    });
    while (!traced("create a/1") && !over) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return creating;
  }

  Workbench bench;
  mutable std::atomic<bool> over = false;
};

TEST_F(ShellEngine, SaysWhatAStepGave) {
  EXPECT_EQ(done({"begin", "--input", "text=" + hostile}), "1\n");
  json recorded = json::parse(done({"step", "a/provision/record", "--json", "--run", "1"}));
  EXPECT_EQ(recorded["instance"], "1");
  EXPECT_EQ(recorded["properties"], (json{{"odd/na.me", hostile}}));
  json created = json::parse(done({"step", "a/provision/create", "--json"}));
  EXPECT_EQ(created["outputs"], (json{{"got", hostile}, {"pid", "77"}}));
  EXPECT_EQ(created["attributes"], (json{{"pid", "77"}, {"state", "initial"}}));
  EXPECT_EQ(created["mapped"], (json::array({{"node", "a", "pid", "77"}})));
  // Asked again it answers the same, and does nothing.
  EXPECT_EQ(json::parse(done({"step", "a/provision/create", "--json"})), created);
  EXPECT_EQ(bench.trace(), "create a/1\n");
  done({"step", "a/provision/start", "b/provision/record", "b/provision/create", "--", "b/provision/start"});
  EXPECT_EQ(json::parse(done({"finish", "--json"})), (json{{"outputs", {{"given", hostile}}}}));
  EXPECT_EQ(json::parse(done({"outputs", "--json"})), (json{{"outputs", {{"given", hostile}}}}));
  EXPECT_EQ(plan("build", {"step", "a/provision/start"}).exit_code, 3);
}

TEST_F(ShellEngine, GivenArgumentsAreWhatTheOperationGets) {
  done({"begin"});
  done({"step", "a/provision/record"});
  const std::string file = bench.folder().write("arguments", "text\0"s + hostile + "\0max-clients\0"s + "9\0"s);
  done({"step", "a/provision/create", "--arguments", file});
  EXPECT_EQ(read_file(bench.folder() / "trace.text"), hostile);
  EXPECT_EQ(read_file(bench.folder() / "trace.clients"), "9");
  const std::string unknown = bench.folder().write("arguments", "nonsense\0x\0"s);
  const Result refused = plan("build", {"step", "a/provision/start", "--arguments", unknown});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("the operation has no such inputs: nonsense"), std::string::npos) << refused.err;
}

TEST_F(ShellEngine, ARunThatIsOverIsNotMeant) {
  done({"begin"});
  done({"abandon"});
  done({"begin"});
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"step", "a/provision/record"}, {"finish"}, {"abandon"}}) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--run", "1"});
    const Result late = plan("build", words);
    EXPECT_EQ(late.exit_code, 3);
    EXPECT_NE(late.err.find("run 1 is over; run 2 is open"), std::string::npos) << late.err;
  }
}

TEST_F(ShellEngine, ATicketBeginsOneRun) {
  for (int times = 0; times < 2; ++times) EXPECT_EQ(done({"begin", "--ticket", hostile}), "1\n");
  EXPECT_EQ(plan("build", {"begin", "--ticket", "another"}).exit_code, 3);
  EXPECT_EQ(plan("build", {"begin"}).exit_code, 3);
  EXPECT_EQ(plan("build", {"run", "--ticket", hostile}).exit_code, 2);
  EXPECT_EQ(done({"condition", "a/provision", "--run", hostile}), "true\n");
  EXPECT_EQ(plan("build", {"abandon", "--run", "another"}).exit_code, 3);
  done({"abandon", "--run", hostile});
  EXPECT_EQ(done({"begin", "--ticket", hostile}), "1\n");  // it is over, and so is its ticket
  EXPECT_EQ(done({"begin", "--ticket", "another"}), "2\n");
  done({"abandon"});
  for (const char* run : {"3", "4"}) {  // without a ticket nothing tells them apart
    EXPECT_EQ(done({"begin"}), run + "\n"s);
    done({"abandon"});
  }
}

TEST_F(ShellEngine, GoesOverInstances) {
  EXPECT_EQ(done({"begin"}, "terminate"), "1\n");  // engines find out by themselves that there is nothing
  EXPECT_EQ(done({"instances", "a/terminate"}, "terminate"), "");
  done({"finish"}, "terminate");
  for (const char* number : {"1", "2", "10"}) bench.folder().write("state/instances/nodes/a/"s + number + "/run", "1");
  done({"begin"}, "terminate");
  EXPECT_EQ(done({"instances", "a/terminate"}, "terminate"), "10\n2\n1\n");
  done({"step", "a/terminate/delete", "a/terminate/record", "--instance", "2"}, "terminate");
  EXPECT_EQ(bench.trace(), "delete a/2\n");
  EXPECT_EQ(done({"instances", "a/terminate"}, "terminate"), "10\n1\n");
  done({"step", "a/terminate/delete"}, "terminate");
  done({"step", "a/terminate/record"}, "terminate");
  EXPECT_EQ(bench.trace(), "delete a/2\ndelete a/10\ndelete a/1\n");
  done({"finish"}, "terminate");
}

TEST_F(ShellEngine, SkipsAsAWhole) {
  plan::Plan conditional = engine_build();
  conditional.activities[*conditional.activities.ids().begin()].condition =
      call("equal", {call_of("get_input", {"text"}), text("yes")});
  bench.install(conditional);
  done({"begin", "--input", "text=no"});
  EXPECT_EQ(done({"condition", "a/provision"}), "false\n");
  EXPECT_EQ(done({"condition", "a/provision"}), "false\n");
  EXPECT_EQ(done({"condition", "b/provision"}), "true\n");
  done({"step", "a/provision/create"});  // counts as done
  EXPECT_EQ(bench.trace(), "");
  done({"abandon"});
  done({"begin", "--input", "text=yes"});
  EXPECT_EQ(done({"condition", "a/provision"}), "true\n");
  done({"step", "a/provision/record", "a/provision/create"});
  EXPECT_EQ(done({"condition", "a/provision"}), "true\n");
  EXPECT_EQ(bench.trace(), "create a/1\n");
}

TEST_F(ShellEngine, UndoesWhatWasDoneOnce) {
  done({"begin"});
  done({"step", "a/provision/record", "a/provision/create", "a/provision/start", "b/provision/record"});
  const Result failed = plan("build", {"step", "b/provision/create"}, {{"BROKEN", "create b"}});
  EXPECT_EQ(failed.exit_code, 1);
  EXPECT_NE(failed.err.find("no luck"), std::string::npos) << failed.err;
  EXPECT_EQ(bench.state("instances/nodes/b/1/state"), "broken");
  done({"failed", "b/provision"});
  EXPECT_EQ(bench.state("runs/1/events"), "b_broke\n");
  bench.folder().write("trace", "");
  done({"undo", "b/provision/start", "b/provision/create", "b/provision/record"});
  for (int times = 0; times < 2; ++times) done({"undo", "a/provision/start", "a/provision/create", "a/provision/record"});
  EXPECT_EQ(bench.trace(), "stop a/1\ndelete a/1\n");
  const Result late = plan("build", {"step", "b/provision/start"});
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_NE(late.err.find("run 1 is being taken back"), std::string::npos) << late.err;
  done({"abandon"});
  EXPECT_FALSE(bench.has_state("instances/nodes/a"));
  EXPECT_FALSE(bench.has_state("instances/nodes/b"));
}

TEST_F(ShellEngine, UndoWaitsForAStepInFlight) {
  done({"begin"});
  done({"step", "a/provision/record"});
  const std::jthread creating = create_until("^undoing", 0);
  done({"undo", "a/provision/create"});
  EXPECT_EQ(bench.trace(), "create a/1\ndelete a/1\n");
}

TEST_F(ShellEngine, AnActivityThatWasGivenUpIsStopped) {
  done({"begin"});
  done({"step", "a/provision/record"});
  const std::jthread creating = create_until("for ever", 1);
  done({"failed", "a/provision"});
  done({"failed", "a/provision"});
  EXPECT_EQ(bench.state("instances/nodes/a/1/state"), "broken");
  EXPECT_EQ(bench.state("runs/1/events"), "a_broke\n");
  done({"undo", "a/provision/create", "a/provision/record"});
  EXPECT_EQ(bench.trace(), "create a/1\n");
}

TEST_F(ShellEngine, RunsStepsSideBySide) {
  plan::Plan wide = new_plan("build", "build");
  constexpr int count = 12;
  for (int node = 0; node < count; ++node) add_provision(wide, "n" + std::to_string(node), "x.sh");
  bench.install(wide);
  bench.script("x.sh", R"(echo "$PLANBUILDER_INSTANCE" >>"$TRACE"
until (($(wc -l <"$TRACE") == 12)); do sleep 0.05; done
)");
  done({"begin"});
  {
    std::vector<std::jthread> threads;
    for (int node = 0; node < count; ++node) {
      threads.emplace_back([this, node] {
        const std::string id = "n" + std::to_string(node) + "/provision/";
        for (int times = 0; times < 2; ++times) done({"step", id + "record", id + "create", "--run", "1"});
      });
    }
  }
  done({"finish"});
  const std::string trace = bench.trace();
  EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), count) << trace;
}

TEST_F(ShellEngine, RefusesWhatIsNotThere) {
  EXPECT_EQ(plan("build", {"step"}).exit_code, 2);
  EXPECT_EQ(plan("build", {"step", "a/provision/record"}).exit_code, 3);
  done({"begin"});
  EXPECT_EQ(plan("build", {"step", "a/provision"}).exit_code, 2);
  EXPECT_EQ(plan("build", {"undo", "--", "--nonsense"}).exit_code, 2);
  for (const char* command : {"instances", "condition", "failed"}) {
    const Result refused = plan("build", {command, "nonsense"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("this plan has no activity 'nonsense'"), std::string::npos) << refused.err;
  }
}

}  // namespace

}  // namespace planbuilder::testing
