// Steps that bring files to a machine and wait for it; what is needed to reach one is asked for before anything runs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "planbuilder/plan/reach.h"
#include "templates/templates.h"
#include "tests/support/plan_kinds.h"
#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

using plan::Transfer;
using plan::Wait;

class ShellMachine : public ::testing::Test {
 protected:
  plan::Activity& add_machine(std::vector<plan::Argument> properties = {}) {
    plan::Activity& machine = add_activity(plan, "vm", "provision");
    add_step(machine, "record", plan::Record{plan::Record::What::create, std::move(properties), {}, "", ""});
    return machine;
  }

  Result run(const std::vector<std::string>& arguments = {}) {
    bench.install(plan);
    return bench.run("build", arguments);
  }

  plan::Plan plan = new_plan("build", "build");
  Workbench bench;
};

TEST_F(ShellMachine, IsSentFilesAndFoldersWithWhateverNames) {
  plan::Activity& machine = add_machine();
  bench.script("data/it's $(x).txt", "one\n");
  bench.script("data/-n", "two\n");
  bench.script("show.sh", "cd \"$PLANBUILDER_SENT\" && find shop -type f | sort >\"$TRACE\" && cat shop/all/-n >>\"$TRACE\"\n");
  add_step(machine, "transfer", Transfer{"data/it's $(x).txt", "vm", "shop/a `b`.txt"});
  add_step(machine, "transfer#2", Transfer{"data", "vm", "shop/all"});
  add_step(machine, "transfer#3", Transfer{"data", "vm", "shop/all"});  // once more, over what is there
  add_step(machine, "show", invoke("show", "show.sh"));
  const Result result = run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "shop/a `b`.txt\nshop/all/-n\nshop/all/it's $(x).txt\ntwo\n");
  EXPECT_EQ(bench.state("sent/shop/a `b`.txt"), "one\n");
}

TEST_F(ShellMachine, IsSentNothingThatIsNotThereOrLeadsOut) {
  add_step(add_machine(), "transfer", Transfer{"lost.txt", "vm", "lost.txt"});
  EXPECT_NE(run().err.find("the file lost.txt is not there"), std::string::npos);
  plan = new_plan("build", "build");
  bench.script("here.txt", "x");
  add_step(add_machine(), "transfer", Transfer{"here.txt", "vm", "a/../../../b"});
  const Result result = run({"--state", bench.folder() / "other"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("'a/../../../b' is no path to transfer to"), std::string::npos) << result.err;
}

TEST_F(ShellMachine, IsSentFilesIntoItsContainer) {
  bench.script("data.txt", "one\n");
  bench.folder().write("bin/docker",
                       "#!/usr/bin/env bash\nprintf '%s\\n' \"${*:1:$#-1}\" >>\"$TRACE\"\n"
                       "mkdir -p \"$TRACE.box\" && cd \"$TRACE.box\" && exec sh -c \"${*: -1}\"\n");
  std::filesystem::permissions(bench.folder() / "bin/docker", std::filesystem::perms::owner_all);
  add_step(add_machine({{"container_id", text("box"), false}}), "transfer", Transfer{"data.txt", "vm", "shop/it's.txt"});
  bench.install(plan);
  RunOptions options = bench.options();
  options.environment.emplace_back("PATH", bench.folder() / "bin" + ":" + std::getenv("PATH"));
  const Result result = testing::run(bench.command("build"), options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "exec -i box sh -c\n");
  EXPECT_EQ(read_file(bench.folder() / "trace.box/shop/it's.txt"), "one\n");
}

TEST_F(ShellMachine, IsWaitedForUntilACommandSucceeds) {
  const std::string third_time = "echo asked >>\"$TRACE\"; test $(wc -l <\"$TRACE\") -eq 3";
  add_step(add_machine(), "wait", Wait{Wait::Until::command, "vm", {}, third_time, 300});
  const Result result = run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "asked\nasked\nasked\n");
}

TEST_F(ShellMachine, IsWaitedForNoLongerThanItMay) {
  add_step(add_machine(), "wait", Wait{Wait::Until::command, "vm", {}, "sleep 1000", 1});
  const Result result = run();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("waited in vain until this succeeds on vm: sleep 1000 (1 s at most)"), std::string::npos)
      << result.err;
}

TEST_F(ShellMachine, IsNotWaitedForWhenItIsAnother) {
  const std::string refused = "echo not you; echo 'Host key verification failed.'; false";
  add_step(add_machine(), "wait", Wait{Wait::Until::command, "vm", {}, refused, 300});
  const Result result = run();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("not you\n"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("waited in vain until this succeeds on vm: " + refused), std::string::npos) << result.err;
}

TEST_F(ShellMachine, IsAskedForItsPorts) {
  const auto port = [](std::string text) { return plan::Argument{"port", plan::Expression{std::move(text)}}; };
  add_step(add_machine({{"p", text("1"), false}}), "wait",
           Wait{Wait::Until::port, "vm", plan::Argument{"port", call_of("get_property", {"node", "vm", "p"})}, "", 1});
  EXPECT_NE(run().err.find("waited in vain until somebody listens on port 1 of vm"), std::string::npos);
  plan = new_plan("build", "build");
  add_step(add_machine(), "wait", Wait{Wait::Until::port, "vm", port("x;y"), "", 1});
  EXPECT_NE(run({"--state", bench.folder() / "other"}).err.find("'x;y' is no port"), std::string::npos);
}

TEST_F(ShellMachine, IsWaitedForUntilSomebodyListens) {
  // It begins to listen when it was asked in vain.
  bench.script("listen.sh", R"sh(python3 - "$TRACE" "${PLANBUILDER_OUTPUTS%/*}" <<'END' >/dev/null 2>&1 &
import pathlib, socket, sys, time
server = socket.socket()
server.bind(("127.0.0.1", 0))
with open(sys.argv[1], "w") as trace:
    print(server.getsockname()[1], file=trace)
while not any("refused" in answer.read_text() for answer in pathlib.Path(sys.argv[2]).glob("*.answer")):
    time.sleep(0.05)
server.listen()
server.accept()
END
until [ -s "$TRACE" ]; do sleep 0.05; done
echo "port=$(cat "$TRACE")" >"$PLANBUILDER_OUTPUTS"
)sh");
  plan::Activity& machine = add_machine();
  plan::Invoke listen = invoke("listen", "listen.sh");
  listen.outputs.push_back({"port", machine.entity, "port"});
  add_step(machine, "listen", listen);
  add_step(machine, "wait",
           Wait{Wait::Until::port, "vm", plan::Argument{"port", call_of("get_attribute", {"node", "vm", "port"})}, "", 300});
  const Result result = run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST_F(ShellMachine, IsShownInADryRun) {
  plan::Activity& machine = add_machine();
  add_step(machine, "transfer", Transfer{"a.war", "vm", "shop/a.war"});
  add_step(machine, "wait", Wait{Wait::Until::reachable, "vm"});
  const Result result = run({"--dry-run"});
  EXPECT_NE(result.out.find("transfer a.war to shop/a.war (on vm)"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("wait     until vm can be reached, 300 s at most"), std::string::npos) << result.out;
}

/// What a run says that finds nothing but what the runtime itself needs.
class ShellTools : public ShellMachine {
 protected:
  Result run_without(const std::vector<std::string>& arguments = {}) {
    for (const char* tool : {"bash", "cat", "dirname", "readlink", "nproc", "flock", "sha256sum", "mkdir", "rm", "mv", "mkfifo"})
      link(tool);
    bench.install(plan);
    RunOptions options = bench.options();
    options.environment.emplace_back("PATH", bench.folder() / "bin");
    std::vector<std::string> command = {"/bin/bash", bench.command("build").front()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return testing::run(command, options);
  }

  void link(const std::string& tool) const {
    namespace fs = std::filesystem;
    fs::create_directories(bench.folder() / "bin");
    for (const std::string folder : {"/usr/bin/", "/bin/"}) {
      const fs::path to = bench.folder() / ("bin/" + tool);
      if (fs::exists(folder + tool) && !fs::exists(to)) fs::create_symlink(folder + tool, to);
    }
  }

  void work_there() {
    plan::Invoke there = invoke("create", "x.py");
    there.host = "vm";
    add_step(plan.activities[plan::ActivityId(plan.activities.size() - 1)], "create", there);
  }
};

TEST_F(ShellTools, ThatAreMissingAreNamedAllAtOnce) {
  add_machine({{"public_address", text("192.0.2.1"), false}});
  work_there();
  const Result result = run_without();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "planbuilder: this plan needs programs that are not there: python3 ssh tar\n");
  EXPECT_FALSE(bench.has_state("runs"));
}

TEST_F(ShellTools, ForContainersAreDocker) {
  add_machine({{"container_id", text("box"), false}});
  work_there();
  EXPECT_EQ(run_without().err, "planbuilder: this plan needs programs that are not there: python3 docker tar\n");
}

TEST_F(ShellTools, DependOnTheInputsOfTheRun) {
  plan.inputs = {{"where", "string", true, {}, false, ""}, {"how", "string", false, text(""), false, ""}};
  add_machine({{"address", call_of("get_input", {"where"}), false}, {"connection", call_of("get_input", {"how"}), false}});
  work_there();
  const std::string python = "planbuilder: this plan needs programs that are not there: python3";
  EXPECT_EQ(run_without({"--input", "where=localhost"}).err, python + "\n");
  EXPECT_EQ(run_without({"--input", "where=localhost", "--input", "how=ssh"}).err, python + " ssh tar\n");
  EXPECT_EQ(run_without({"--input", "where=192.0.2.1"}).err, python + " ssh tar\n");
  EXPECT_EQ(run_without({"--input", "where=192.0.2.1", "--input", "how=local"}).err, python + "\n");
}

TEST_F(ShellTools, AreAskedForByMachinesThatAreThere) {
  bench.folder().write("state/instances/nodes/vm/1/run", "1");
  bench.folder().write("state/instances/nodes/vm/1/reach", "");
  bench.folder().write("state/instances/nodes/vm/1/attribute.public_address", "192.0.2.1");
  add_activity(plan, "app", "terminate").loops = true;
  plan.kind = kinds::terminate;
  work_there();
  EXPECT_EQ(run_without().err, "planbuilder: this plan needs programs that are not there: python3 ssh tar\n");
}

TEST(Places, HaveTheNamesThatTheRuntimeGoesBy) {
  const std::string runtime(*embedded::find(embedded::templates(), "shell/runtime/place.sh"));
  std::string addresses;
  for (const std::string_view name : plan::address_names) addresses += " " + std::string(name);
  std::string containers;
  for (const std::string_view name : plan::container_names) containers += " " + std::string(name);
  EXPECT_NE(runtime.find("known_of \"$1\"" + addresses + " ||"), std::string::npos);
  EXPECT_NE(runtime.find("known_of \"$folder\"" + containers + ";"), std::string::npos);
}

TEST(StepTemplates, WriteAStepInPlaceOfTheOneForItsKind) {
  Workbench bench;
  plan::Plan plan = new_plan("build", "build");
  bench.script("x.sh", "true\n");
  plan::Activity& activity = add_provision(plan, "it's", "x.sh");
  activity.steps.back().templates = std::map<std::string, std::string>{{"shell", "mine/x.sh.inja"}, {"bpel", "mine/other"}};
  plan.templates["mine/x.sh.inja"] = "  printf '%s\\n' <{ sh(entity.id) }> <{ sh(operation) }> >>\"$TRACE\"";
  bench.install(plan);
  const Result result = bench.run("build");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.trace(), "it's\ncreate\n");
}

TEST(StepTemplates, ThatAreNotThereOrWrongAreErrors) {
  plan::Plan plan = new_plan("build", "build");
  add_provision(plan, "a", "x.sh").steps.back().templates = std::map<std::string, std::string>{{"shell", "mine/x"}};
  const std::string cannot = "error[target-cannot]: the build plan cannot be written for 'shell': ";
  EXPECT_EQ(said_of("shell", plan), cannot + "the plan has no template 'mine/x'\n");
  plan.templates["mine/x"] = "\n  <{ nothing }>\n";
  EXPECT_TRUE(said_of("shell", plan).starts_with(cannot + "mine/x:2:6")) << said_of("shell", plan);
}

}  // namespace
}  // namespace planbuilder::testing
