// Secrets: nobody but the operation that needs them sees them.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/emit/workbench.h"

namespace planbuilder::testing {

namespace {

namespace fs = std::filesystem;

bool is_private(const fs::path& path) {
  return (fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none;
}

/// The files that have the text, a line each. All of them must be for the user only.
std::string holders_of(const std::string& text, const fs::path& folder) {
  std::string holders;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    EXPECT_TRUE(is_private(entry.path())) << entry.path();
    const bool holds = entry.is_regular_file() && read_file(entry.path().string()).find(text) != std::string::npos;
    if (holds) holders += fs::relative(entry.path(), folder).string() + "\n";
  }
  return holders;
}

/// A node whose operation prints its password, and gives a token that a second node then reads.
class ShellSecrets : public ::testing::Test {
 protected:
  ShellSecrets() {
    plan::Plan plan = new_plan("build", "build");
    plan.inputs = {{"password", "string", true, {}, true, ""}, {"port", "integer", false, number(80), false, ""}};
    plan::Activity& first = add_activity(plan, "n", "provision");
    const plan::Expression value = call_of("get_input", {"password"});
    add_step(first, "record", plan::Record{plan::Record::What::create, {{"login", value, true}}, {}, "", ""});
    plan::Invoke gives = invoke("create", "x.sh", {{"password", value, true}});
    gives.outputs = {{"tok", {plan::Entity::Kind::node, "n"}, "tok", {}, true}};
    add_step(first, "create", gives);
    const plan::Expression token = call_of("get_attribute", {"node", "n", "tok"});
    add_step(first, "use", invoke("use", "y.sh", {{"tok", token, true}}));
    plan.outputs = {{"url", "string", call("concat", {text("tok:"), token}), "", true}};
    bench.script("x.sh",
                 "printf 'a %s b half ' \"$password\"; printf '%s' \"${password%??}\"; sleep 0.1\n"
                 "printf '%s\\ntok=tell-me-not\\nend' \"${password#???????}\"\n");
    bench.script("y.sh", "echo \"$tok\"; echo \"$tok\" >\"$TRACE\"; [[ ! -e $TRACE.broken ]]\n");
    bench.install(plan);
    plan::Plan removal = new_plan("terminate", "terminate");
    removal.inputs = plan.inputs;
    plan::Activity& last = add_activity(removal, "n", "terminate");
    last.loops = true;
    const plan::Expression login = call_of("get_property", {"node", "n", "login"});
    add_step(last, "delete", invoke("delete", "z.sh", {{"login", login, true}, {"port", call_of("get_input", {"port"})}}));
    add_step(last, "remove", plan::Record{plan::Record::What::remove, {}, {}, "", ""});
    bench.script("z.sh", "echo \"$login $port\" >\"$TRACE\"\n");
    bench.install(removal);
  }

  [[nodiscard]] std::string holders() const {
    return holders_of("hush-4711", bench.folder() / "state") + holders_of("tell-me-not", bench.folder() / "state");
  }

  const std::vector<std::string> given = {"--input", "password=hush-4711"};
  Workbench bench;
};

TEST_F(ShellSecrets, AreHiddenInLogsAlsoWhenTheyComeInPieces) {
  const Result result = bench.run("build", given);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(bench.state("runs/1/logs/n_provision_create.log"), "a *** b half ***\ntok=***\nend\n");
  EXPECT_EQ(bench.state("runs/1/logs/n_provision_use.log"), "***\n");
  EXPECT_EQ(bench.trace(), "tell-me-not\n");
  EXPECT_EQ(result.out, "url=***\n");
  EXPECT_NE(result.err.find("Secrets are not kept. Plans that read these need them again, or run with --secrets keep: n.tok"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(holders(), "");
  EXPECT_EQ(bench.run("build", {"outputs", "--json"}).out, "{\"outputs\":{\"url\":\"***\"}}\n");
}

TEST_F(ShellSecrets, AreShownToWhoAsksForThem) {
  std::vector<std::string> arguments = given;
  arguments.emplace_back("--show-secrets");
  EXPECT_EQ(bench.run("build", arguments).out, "url=tok:tell-me-not\n");
  const Result later = bench.run("build", {"outputs", "--show-secrets"});
  EXPECT_EQ(later.out, "url=***\n");
  EXPECT_NE(later.err.find("url is secret, and was not kept"), std::string::npos) << later.err;
}

TEST_F(ShellSecrets, AreAskedForAgainByEveryRun) {
  bench.folder().write("trace.broken", "");
  EXPECT_EQ(bench.run("build", given).exit_code, 1);
  EXPECT_EQ(holders(), "");
  const Result refused = bench.run("build", {"resume"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("inputs without a value: password"), std::string::npos) << refused.err;
  std::filesystem::remove(bench.folder() / "trace.broken");
  bench.folder().write("safe", "password=hush-4711\nn.tok=tell-me-not\n");
  const Result resumed = bench.run("build", {"resume", "--secrets", "file=safe"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(bench.state("secrets-from"), "file=" + (bench.folder() / "safe"));
  // Where they come from is remembered, and what a node has that is an input, too.
  const Result removed = bench.run("terminate");
  EXPECT_EQ(removed.exit_code, 0) << removed.err;
  EXPECT_EQ(bench.trace(), "hush-4711 80\n");
  EXPECT_EQ(holders(), "");
  EXPECT_FALSE(bench.has_state("secrets-from"));
  EXPECT_FALSE(bench.has_state("inputs"));
}

TEST_F(ShellSecrets, ComeFromTheEnvironmentOrACommand) {
  RunOptions options = bench.options();
  options.environment.emplace_back("PLANBUILDER_SECRET_password", "hush-4711");
  const std::string script = bench.command("build").front();
  EXPECT_EQ(testing::run({script, "--secrets", "env"}, options).exit_code, 0);
  EXPECT_EQ(bench.state("runs/1/logs/n_provision_create.log"), "a *** b half ***\ntok=***\nend\n");
  const Result asked = bench.run("terminate", {"--secrets", "command=[[ $1 == password ]] && echo hush-4711"});
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(bench.trace(), "hush-4711 80\n");
  EXPECT_EQ(bench.run("build", {"--secrets", "vault"}).exit_code, 2);
  EXPECT_EQ(holders(), "");
}

TEST_F(ShellSecrets, AreKeptIfThatIsWanted) {
  std::vector<std::string> arguments = given;
  arguments.insert(arguments.end(), {"--secrets", "keep"});
  EXPECT_EQ(bench.run("build", arguments).exit_code, 0);
  EXPECT_NE(holders(), "");
  for (const char* file : {"secrets/inputs/password", "secrets/instances/nodes/n/1/attribute.tok"})
    EXPECT_TRUE(bench.has_state(file)) << file;
  EXPECT_EQ(bench.run("build", {"outputs", "--show-secrets"}).out, "url=tok:tell-me-not\n");
  EXPECT_EQ(bench.run("terminate").exit_code, 0);
  EXPECT_EQ(bench.trace(), "hush-4711 80\n");
  EXPECT_EQ(holders(), "");
}

TEST_F(ShellSecrets, AreThereForEnginesUntilTheyAreDone) {
  ASSERT_EQ(bench.run("build", {"begin", "--input", "password=hush-4711"}).out, "1\n");
  for (const char* step : {"n/provision/record", "n/provision/create"})
    ASSERT_EQ(bench.run("build", {"step", step}).exit_code, 0) << step;
  const Result used = bench.run("build", {"step", "n/provision/use", "--json"});
  EXPECT_NE(used.out.find("\"tok\":\"tell-me-not\""), std::string::npos) << used.out << used.err;
  EXPECT_EQ(holders(), "");
  const std::string vault = bench.state("runs/1/vault");
  EXPECT_TRUE(std::filesystem::exists(vault)) << vault;
  EXPECT_TRUE(is_private(vault));
  EXPECT_EQ(bench.run("build", {"finish", "--json"}).out, "{\"outputs\":{\"url\":\"tok:tell-me-not\"}}\n");
  EXPECT_FALSE(std::filesystem::exists(vault));
}

TEST(ShellSecret, IsInNoArgumentLogOrFileOfOthers) {
  const std::string secret = "hush-4711";
  plan::Plan plan = new_plan("build", "build");
  plan.inputs = {{"password", "string", true, {}, true, ""}};
  plan::Activity& activity = add_activity(plan, "n", "provision");
  const plan::Expression value = call_of("get_input", {"password"});
  add_step(activity, "record", plan::Record{plan::Record::What::create, {{"password", value, true}}, {}, "", ""});
  add_step(activity, "create", invoke("create", "x.sh", {{"password", value, true}}));
  add_step(activity, "fail", invoke("fail", "x.sh", {{"password", value, true}}));
  Workbench bench;
  bench.script("x.sh",
               "[[ $password == hush-4711 ]] && ps -eo args >>\"$TRACE\" && touch \"$TRACE.made\"\n"
               "[[ $PLANBUILDER_OPERATION != fail ]]\n");
  bench.install(plan);
  bench.folder().write("in", "password=" + secret + "\n");
  Result result = bench.run("build", {"--inputs", "in", "--json-log", "log.json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ((result.out + result.err + read_file(bench.folder() / "log.json")).find(secret), std::string::npos);
  ASSERT_NE(bench.trace(), "");
  EXPECT_EQ(bench.trace().find(secret), std::string::npos) << bench.trace();
  EXPECT_FALSE(is_private(bench.folder() / "trace.made"));  // operations have the user's own umask
  EXPECT_EQ(holders_of(secret, bench.folder() / "state"), "");
  result = bench.run("build", {"--dry-run", "--state", "none", "--inputs", "in"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out.find(secret), std::string::npos) << result.out;
}

}  // namespace

}  // namespace planbuilder::testing
